import { KEPT_HEADER, VERSION_HEADER } from "#shared/http/version-header.ts";
import { isOurs } from "#web/lib/server/ask-server.ts";

export const CAMPS = "/api/playaCamps";
const CAMP_CACHE = "looby-camps";
/** Milliseconds a map waits for fresh camps when there are kept ones. */
const CAMP_PATIENCE_MS = 2500;

/** Fetches the camps, so that the map opens without a signal from the first visit on. */
export async function cacheCamps(): Promise<void> {
  await renew(await caches.open(CAMP_CACHE), CAMPS);
}

/**
 * The camps as the server has them; those that are kept when it is silent, in trouble, or not who answers.
 * @throws what `fetch` throws, when none are kept
 */
export async function answerCamps(request: Request): Promise<Response> {
  const cache = await caches.open(CAMP_CACHE);
  const found = await cache.match(CAMPS);
  const fresh = renew(cache, request);
  if (found === undefined) return await fresh;
  const kept = asCached(found);
  const patience = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), CAMP_PATIENCE_MS));
  const orCached = fresh.then(
    (response) => (response.ok && isOurs(response) ? response : kept),
    () => kept,
  );
  return await Promise.race([orCached, patience]);
}

/** A network that wants a sign-in first answers as well, and what it says is not kept. */
async function renew(cache: Cache, request: Request | string): Promise<Response> {
  const response = await fetch(request);
  if (response.ok && isOurs(response)) await cache.put(CAMPS, response.clone());
  return response;
}

/** The page must not take it for a sign that the server can be reached. */
function asCached({ body, status, headers }: Response): Response {
  const marked = new Headers(headers);
  marked.delete(VERSION_HEADER);
  marked.set(KEPT_HEADER, "1");
  return new Response(body, { status, headers: marked });
}
