import { AppError } from "#server/http/app-error.ts";
import type { OutboundPurpose } from "#shared/features/outbound/contract.ts";
import type { Log } from "#server/log.ts";
import { type OutboundEnd, presentCause, type RecordOutbound } from "./outbound-call.ts";
import { whatWasSent } from "./what-was-sent.ts";

export interface EgressRequest extends Omit<RequestInit, "redirect" | "signal"> {
  /** Why the server calls; people are shown it. */
  purpose: OutboundPurpose;
  /** Milliseconds until the answer's headers must be there. Default 10,000. */
  deadlineMs?: number;
  signal?: AbortSignal;
  /** What of this call must not be noted down besides: a code only its receiver may read. */
  secrets?: readonly string[];
}

export type Egress = (url: string | URL, request: EgressRequest) => Promise<Response>;

export interface EgressOptions {
  /**
   * Origins the operator configured (language model, S3, ...); only these are called, wherever they live.
   * `https://*.example.org` is every host below.
   */
  allowedOrigins: readonly string[];
  log: Log;
  /** Notes every call down; without it (in tests) nobody does. */
  record?: RecordOutbound;
  /** What must never be noted down, wherever it stands: keys, tokens. */
  secrets?: readonly string[];
}

/**
 * The one way out of the server. Only origins the operator configured are called; redirects are refused, because they
 * would be a way around that list.
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
  // The address of a user's device is all it takes to write to it.
  const sent = whatWasSent(
    url,
    { body, type },
    {
      secrets: [...secrets, ...ownSecrets],
      isPathSecret: purpose === "push",
      // One call holds texts of many people: none of them may outlive its person's wish in a note.
      areTextsStored: purpose !== "embedding",
    },
  );
  return record({ ...presentCause(), purpose, method, host: url.host, ...sent });
}

/** The answer, which tells when it was read to its end and how long it was. */
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
        // A reader that has heard enough hangs up, too.
        end({ outcome: signal?.aborted === true ? "stopped" : "answered", status, bytesReceived });
        await reader.cancel(reason);
      },
    },
    // Nothing is read before the caller asks for it.
    { highWaterMark: 0 },
  );
  return new Response(body, { status, statusText: response.statusText, headers: response.headers });
}

/** Whether an address is of an origin as the operator writes it: `https://example.org`, `https://*.example.org`. */
export function matchesOrigin(origin: string, url: URL): boolean {
  const { protocol, hostname, port } = new URL(origin);
  if (url.protocol !== protocol || url.port !== port) return false;
  return hostname.startsWith("*.") ? url.hostname.endsWith(hostname.slice(1)) : url.hostname === hostname;
}
