import { listCamps } from "#shared/features/map/contract.ts";
import { CACHED_HEADER, VERSION_HEADER } from "#shared/http/version-header.ts";
import { isOurs } from "#web/lib/server/ask-server.ts";

const CAMP_CACHE = "looby-camps";
/** Milliseconds to wait for fresh camps when there are cached ones. */
const CAMP_PATIENCE_MS = 2500;

/** Fetches and caches the camps, so that the map opens offline from the first visit on. */
export async function cacheCamps(): Promise<void> {
  await renew(await caches.open(CAMP_CACHE), listCamps.path);
}

/**
 * The server's camps; the cached ones when the server is silent or fails, or another server responds.
 * @throws the error of `fetch`, when no camps are cached
 */
export async function answerCamps(request: Request): Promise<Response> {
  const cache = await caches.open(CAMP_CACHE);
  const found = await cache.match(listCamps.path);
  const fresh = renew(cache, request);
  if (found === undefined) return await fresh;
  const cached = asCached(found);
  const patience = new Promise<Response>((resolve) => setTimeout(() => resolve(cached), CAMP_PATIENCE_MS));
  const orCached = fresh.then(
    (response) => (response.ok && isOurs(response) ? response : cached),
    () => cached,
  );
  return await Promise.race([orCached, patience]);
}

/** A captive portal responds, too: its response is not cached. */
async function renew(cache: Cache, request: Request | string): Promise<Response> {
  const response = await fetch(request);
  if (response.ok && isOurs(response)) await cache.put(listCamps.path, response.clone());
  return response;
}

/** Marks a response as cached, so that the page does not take it for a sign that the server can be reached. */
function asCached({ body, status, headers }: Response): Response {
  const marked = new Headers(headers);
  marked.delete(VERSION_HEADER);
  marked.set(CACHED_HEADER, "1");
  return new Response(body, { status, headers: marked });
}
