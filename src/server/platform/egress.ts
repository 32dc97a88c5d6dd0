import { AppError } from "#server/http/app-error.ts";
import type { OutboundPurpose } from "#shared/features/outbound/contract.ts";
import type { Log } from "#server/log.ts";
import { type OutboundEnd, presentCause, type RecordOutbound } from "./outbound-call.ts";
import { whatWasSent } from "./what-was-sent.ts";

export interface EgressRequest extends Omit<RequestInit, "redirect" | "signal"> {
  /** Reason for the call, which users can see. */
  purpose: OutboundPurpose;
  /** Milliseconds until the response headers must arrive. Default 10,000. */
  deadlineMs?: number;
  signal?: AbortSignal;
  /** More strings of this call to keep out of the log, such as a code only its receiver may read. */
  secrets?: readonly string[];
}

export type Egress = (url: string | URL, request: EgressRequest) => Promise<Response>;

export interface EgressOptions {
  /**
   * Origins the operator configured (language model, S3, ...). Only these are called, wherever they are hosted.
   * `https://*.example.org` matches every host below it.
   */
  allowedOrigins: readonly string[];
  log: Log;
  /** Logs every call. Without it (in tests) calls are not logged. */
  record?: RecordOutbound;
  /** Strings to keep out of the log wherever they appear: keys, tokens. */
  secrets?: readonly string[];
}

/**
 * The only way the server calls out. Only origins the operator configured are called. Redirects are refused, because they would
 * bypass that list.
 * @throws AppError `upstream-failed` when the origin is not allowed or does not answer in time
 */
export function createEgress(options: EgressOptions): Egress {
  return async (target, request) => {
    const url = new URL(target);
    if (!options.allowedOrigins.some((origin) => matchesOrigin(origin, url)))
      throw new AppError("upstream-failed", "That address is not one this server calls.");
    const end = begin(options, url, request);
    try {
      const response = await fetchInTime(url, request);
      return withEnd(response, request.signal, end);
    } catch (cause) {
      const isStopped = request.signal?.aborted === true;
      end({ outcome: isStopped ? "stopped" : "no-answer", status: null, bytesReceived: 0 });
      if (isStopped) throw cause;
      options.log.warn({ host: url.host, err: cause }, "outbound call failed");
      throw new AppError("upstream-failed", `${url.host} did not answer. Please try again later.`, { cause });
    }
  };
}

async function fetchInTime(
  url: URL,
  { deadlineMs = 10_000, signal, purpose: _, secrets: __, ...request }: EgressRequest,
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

function begin(
  { record, secrets = [] }: EgressOptions,
  url: URL,
  { purpose, method = "GET", headers, body, secrets: ownSecrets = [] }: EgressRequest,
): (end: OutboundEnd) => void {
  if (record === undefined) return () => undefined;
  const type = new Headers(headers).get("content-type");
  // Anyone who knows a device's push address can send to it.
  const sent = whatWasSent(
    url,
    { body, type },
    {
      secrets: [...secrets, ...ownSecrets],
      isPathSecret: purpose === "push",
      // One embedding call holds texts of many people. A log entry must not outlive the deletion of any of them.
      areTextsStored: purpose !== "embedding",
    },
  );
  return record({ ...presentCause(), purpose, method, host: url.host, ...sent });
}

/** The response, which reports when it was read to its end and how long it was. */
function withEnd(
  response: Response,
  signal: AbortSignal | undefined,
  end: (end: OutboundEnd) => void,
): Response {
  const { status } = response;
  const reader = response.body?.getReader();
  if (reader === undefined) {
    end({ outcome: "answered", status, bytesReceived: 0 });
    return response;
  }
  let bytesReceived = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            end({ outcome: "answered", status, bytesReceived });
            controller.close();
          } else {
            bytesReceived += value.byteLength;
            controller.enqueue(value);
          }
        } catch (cause) {
          end({ outcome: signal?.aborted === true ? "stopped" : "broke-off", status, bytesReceived });
          controller.error(cause);
        }
      },
      async cancel(reason) {
        // A reader that has enough also cancels.
        end({ outcome: signal?.aborted === true ? "stopped" : "answered", status, bytesReceived });
        await reader.cancel(reason);
      },
    },
    // Nothing is read before the caller asks for it.
    { highWaterMark: 0 },
  );
  return new Response(body, { status, statusText: response.statusText, headers: response.headers });
}

/** Whether a URL belongs to an origin as the operator writes it: `https://example.org`, `https://*.example.org`. */
export function matchesOrigin(origin: string, url: URL): boolean {
  const { protocol, hostname, port } = new URL(origin);
  if (url.protocol !== protocol || url.port !== port) return false;
  return hostname.startsWith("*.") ? url.hostname.endsWith(hostname.slice(1)) : url.hostname === hostname;
}
