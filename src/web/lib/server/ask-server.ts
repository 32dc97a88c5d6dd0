import { KEPT_HEADER, VERSION_HEADER } from "#shared/http/version-header.ts";

/** Something else has answered in our server's place. */
export class AnsweredByOther extends TypeError {
  /** HTTP status; 0 where the page is not told. */
  readonly status: number;
  /** A network that wants a sign-in first; otherwise a proxy whose server is away. */
  readonly isPortal: boolean;

  constructor({ status, type }: Response) {
    super("Something else answered in the place of Looby's server.");
    this.name = "AnsweredByOther";
    // A portal says yes, leads elsewhere, or says what it is (511). Errors are what a proxy says for a server that is away.
    this.isPortal = type === "opaqueredirect" || status < 400 || status === 511;
    this.status = this.isPortal ? 0 : status;
  }
}

/**
 * `fetch`, of which nothing comes but our server's own answers.
 * @throws AnsweredByOther; otherwise what `fetch` throws
 */
export const askServer: typeof fetch = async (input, init) => {
  // Our API leads nowhere else.
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (isOurs(response)) return response;
  void response.body?.cancel().catch(() => undefined);
  throw new AnsweredByOther(response);
};

/** Whether our server has said it, now or when the service worker kept it. */
export function isOurs({ headers }: Response): boolean {
  return headers.has(VERSION_HEADER) || isFromCache({ headers });
}

/** Whether the service worker has answered from what it kept. */
export function isFromCache({ headers }: Pick<Response, "headers">): boolean {
  return headers.has(KEPT_HEADER);
}
