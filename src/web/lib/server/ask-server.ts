import { createAtom } from "@tanstack/store";
import { CACHED_HEADER, VERSION_HEADER } from "#shared/http/version-header.ts";

/** The build of the page that the server now serves, by its last response; null when it has named none. */
export const serverBuild = createAtom<string | null>(null);

/** Whether the server serves another build of the page than this one: its answers may have another form, and this one's files are gone. */
export function isOtherBuild(): boolean {
  const own = document.querySelector<HTMLScriptElement>("#script")?.src.split("/").at(-1);
  const build = serverBuild.get();
  return own !== undefined && build !== null && build !== own;
}

/** A proxy's refusals that pass: a timeout, and too many requests. */
const PASSING: readonly number[] = [408, 425, 429];

/** A response that is not from our server. */
export class AnsweredByOther extends TypeError {
  /** HTTP status; 0 where the page cannot see it. */
  readonly status: number;
  /** `portal`: most likely a network that wants a sign-in first. `refused`: by a proxy or filter. `down`: a proxy whose server is down. */
  readonly kind: "portal" | "refused" | "down";

  constructor({ status, type }: Response) {
    super("Looby's server did not answer.");
    this.name = "AnsweredByOther";
    // A portal answers with success, a redirect, or 511.
    const isPortal = type === "opaqueredirect" || status < 400 || status === 511;
    this.kind = isPortal ? "portal" : status < 500 && !PASSING.includes(status) ? "refused" : "down";
    this.status = isPortal ? 0 : status;
  }
}

/** The page's view of a failed `fetch`, see `ServerStatus`. */
export function statusAfter(cause: unknown): "silent" | "portal" | "down" {
  if (!(cause instanceof AnsweredByOther)) return "silent";
  return cause.kind === "portal" ? "portal" : "down";
}

/**
 * `fetch` that returns only our own server's responses.
 * @throws AnsweredByOther for a response of another server; otherwise the error of `fetch`
 */
export const askServer: typeof fetch = async (input, init) => {
  // Our API never redirects.
  const response = await (takeEarly(input, init?.signal) ?? fetch(input, { ...init, redirect: "manual" }));
  if (isOurs(response)) {
    const build = response.headers.get(VERSION_HEADER)?.split(" ")[1];
    if (build !== undefined) serverBuild.set(build);
    return response;
  }
  void response.body?.cancel().catch(() => undefined);
  throw new AnsweredByOther(response);
};

interface EarlyAnswer {
  answer: Promise<Response>;
  /** Ends the request, which holds the lock of a first session. */
  end: AbortController;
}

/** Answers that the view's HTML has asked for beside the code, by the URLs of the view's own calls: see index.html. */
const { earlyAnswers = {} } = globalThis as { earlyAnswers?: Record<string, EarlyAnswer> };
/** Milliseconds after the page's start: a view that is opened later wants newer data. */
const EARLY_MS = 30_000;

/** Whether the view's HTML has asked for this, and no call has taken the answer yet. */
export function isAskedEarly(url: string): boolean {
  return performance.now() < EARLY_MS && url in earlyAnswers;
}

function takeEarly(
  url: Parameters<typeof fetch>[0],
  signal: AbortSignal | null | undefined,
): Promise<Response> | undefined {
  if (typeof url !== "string" || !isAskedEarly(url)) return undefined;
  const early = earlyAnswers[url];
  delete earlyAnswers[url];
  signal?.addEventListener("abort", () => early?.end.abort());
  return early?.answer;
}

/** Whether the response is from our server, fresh or from the service worker's cache. */
export function isOurs({ headers }: Response): boolean {
  return headers.has(VERSION_HEADER) || isFromCache({ headers });
}

/** Whether the service worker answered from its cache. */
export function isFromCache({ headers }: Pick<Response, "headers">): boolean {
  return headers.has(CACHED_HEADER);
}
