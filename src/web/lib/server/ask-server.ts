import { CACHED_HEADER, VERSION_HEADER } from "#shared/http/version-header.ts";

/** A response that is not from our server. */
export class AnsweredByOther extends TypeError {
  /** HTTP status; 0 where the page cannot see it. */
  readonly status: number;
  /** True for a network that wants a sign-in first; false for a proxy whose server is down. */
  readonly isPortal: boolean;

  constructor({ status, type }: Response) {
    super("Something else answered in the place of Looby's server.");
    this.name = "AnsweredByOther";
    // A portal answers with success, a redirect, or 511. Other errors come from a proxy whose server is down.
    this.isPortal = type === "opaqueredirect" || status < 400 || status === 511;
    this.status = this.isPortal ? 0 : status;
  }
}

/**
 * `fetch` that returns only our own server's responses.
 * @throws AnsweredByOther for a response of another server; otherwise the error of `fetch`
 */
export const askServer: typeof fetch = async (input, init) => {
  // Our API never redirects.
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (isOurs(response)) return response;
  void response.body?.cancel().catch(() => undefined);
  throw new AnsweredByOther(response);
};

/** Whether the response is from our server, fresh or from the service worker's cache. */
export function isOurs({ headers }: Response): boolean {
  return headers.has(VERSION_HEADER) || isFromCache({ headers });
}

/** Whether the service worker answered from its cache. */
export function isFromCache({ headers }: Pick<Response, "headers">): boolean {
  return headers.has(CACHED_HEADER);
}
