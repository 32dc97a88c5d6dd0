import { AppError } from "#server/http/app-error.ts";
import type { OutboundPurpose } from "#shared/features/outbound/contract.ts";
import type { Log } from "#server/log.ts";

/** The text of the one log line of each outbound call: its host, purpose, status, time, and bytes of the body, never its content. */
export const OUTBOUND_CALL = "outbound call";

export interface EgressRequest extends Omit<RequestInit, "redirect" | "signal"> {
  purpose: OutboundPurpose;
  /** Milliseconds until the response headers must arrive. Default 10,000. */
  deadlineMs?: number;
  signal?: AbortSignal;
}

export type Egress = (url: string | URL, request: EgressRequest) => Promise<Response>;

export interface EgressOptions {
  /**
   * Origins the operator configured (language model, S3, ...). Only these are called, wherever they are hosted.
   * `https://*.example.org` matches every host below it.
   */
  allowedOrigins: readonly string[];
  log: Log;
}

/**
 * The only way the server calls out. Only origins the operator configured are called. Redirects are refused, because they would
 * bypass that list.
 * @throws AppError `upstream-failed` when the origin is not allowed or does not answer in time
 */
export function createEgress({ allowedOrigins, log }: EgressOptions): Egress {
  return async (target, request) => {
    const url = new URL(target);
    if (!allowedOrigins.some((origin) => matchesOrigin(origin, url)))
      throw new AppError("upstream-failed", "That address is not one this server calls.");
    const startedAt = performance.now();
    const line = (status: number | null) => ({
      host: url.host,
      purpose: request.purpose,
      bytes: sizeOf(request.body),
      status,
      ms: Math.round(performance.now() - startedAt),
    });
    try {
      const response = await fetchInTime(url, request);
      log.info(line(response.status), OUTBOUND_CALL);
      return response;
    } catch (cause) {
      log.warn({ ...line(null), err: cause }, OUTBOUND_CALL);
      if (request.signal?.aborted === true) throw cause;
      throw new AppError("upstream-failed", `${url.host} did not answer. Please try again later.`, { cause });
    }
  };
}

async function fetchInTime(
  url: URL,
  { deadlineMs = 10_000, signal, purpose: _, ...request }: EgressRequest,
): Promise<Response> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new Error(`no answer in ${deadlineMs} ms`)), deadlineMs);
  const signals = signal === undefined ? [deadline.signal] : [deadline.signal, signal];
  try {
    return await fetch(url, { ...request, redirect: "error", signal: AbortSignal.any(signals) });
  } finally {
    clearTimeout(timer);
  }
}

/** Bytes of a body, without multipart framing; null when unknown. */
function sizeOf(body: unknown): number | null {
  if (body === undefined || body === null) return 0;
  if (typeof body === "string") return Buffer.byteLength(body);
  if (body instanceof Blob) return body.size;
  if (body instanceof FormData) return [...body.values()].reduce((sum, part) => sum + (sizeOf(part) ?? 0), 0);
  return ArrayBuffer.isView(body) || body instanceof ArrayBuffer ? body.byteLength : null;
}

/** Whether a URL belongs to an origin as the operator writes it: `https://example.org`, `https://*.example.org`. */
export function matchesOrigin(origin: string, url: URL): boolean {
  const { protocol, hostname, port } = new URL(origin);
  if (url.protocol !== protocol || url.port !== port) return false;
  return hostname.startsWith("*.") ? url.hostname.endsWith(hostname.slice(1)) : url.hostname === hostname;
}
