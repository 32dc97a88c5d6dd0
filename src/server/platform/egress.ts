import { AppError } from "#server/http/app-error.ts";
import type { Log } from "#server/log.ts";

export interface EgressRequest extends Omit<RequestInit, "redirect" | "signal"> {
  /** Milliseconds until the answer's headers must be there. Default 10,000. */
  deadlineMs?: number;
  signal?: AbortSignal;
}

export type Egress = (url: string | URL, request?: EgressRequest) => Promise<Response>;

export interface EgressOptions {
  /**
   * Origins the operator configured (language model, S3, ...); only these are called, wherever they live.
   * `https://*.example.org` is every host below.
   */
  allowedOrigins: readonly string[];
  log: Log;
}

/**
 * The one way out of the server. Only origins the operator configured are called; redirects are refused, because they
 * would be a way around that list.
 * @throws AppError `upstream-failed` when the origin is not allowed or does not answer in time
 */
export function createEgress(options: EgressOptions): Egress {
  return async (target, { deadlineMs = 10_000, signal, ...request } = {}) => {
    const url = new URL(target);
    if (!options.allowedOrigins.some((origin) => matchesOrigin(origin, url)))
      throw new AppError("upstream-failed", "That address is not one this server calls.");
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new Error(`no answer in ${deadlineMs} ms`)), deadlineMs);
    const signals = signal === undefined ? [deadline.signal] : [deadline.signal, signal];
    try {
      return await fetch(url, { ...request, redirect: "error", signal: AbortSignal.any(signals) });
    } catch (cause) {
      if (signal?.aborted === true) throw cause;
      options.log.warn({ host: url.host, err: cause }, "outbound call failed");
      throw new AppError("upstream-failed", `${url.host} did not answer. Please try again later.`, { cause });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Whether an address is of an origin as the operator writes it: `https://example.org`, `https://*.example.org`. */
export function matchesOrigin(origin: string, url: URL): boolean {
  const { protocol, hostname, port } = new URL(origin);
  if (url.protocol !== protocol || url.port !== port) return false;
  return hostname.startsWith("*.") ? url.hostname.endsWith(hostname.slice(1)) : url.hostname === hostname;
}
