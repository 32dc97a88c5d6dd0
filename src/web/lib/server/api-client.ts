import { type CallInput, type Endpoint, fillPath, isWrite, type ResponseOf } from "#shared/http/endpoint.ts";
import { isProblem } from "#shared/http/problem.ts";
import { CLOCK_HEADER } from "#shared/outbox/phone-clock.ts";
import { ApiError } from "./api-error.ts";
import { AnsweredByOther, askServer, isFromCache, statusAfter } from "./ask-server.ts";
import { inSession } from "./first-session.ts";
import {
  isPersonActing,
  isServerReachable,
  mayAsk,
  reportReachable,
  reportUnreachable,
  type ServerStatus,
} from "./reachability.ts";
import { lookForServer, watchForSilence } from "./silence.ts";

const SENTENCES = {
  silent: "No signal: Looby's server cannot be reached right now.",
  portal: "This network wants you to sign in first.",
  down: "Looby's server does not answer right now: something else answers in its place.",
  blocked:
    "Something in this network refused it before it reached Looby's server. Try again in another network.",
  cut: "The upload breaks off. Try again nearer to the Wi-Fi, or in another network.",
};

export interface CallOptions {
  signal?: AbortSignal;
  /** Limits repeated sends of a write to one effect. */
  idempotencyKey?: string;
  /** The user who made the write; the server refuses it in any other session. */
  actingUser?: string;
  /** `CLOCK_HEADER` of a write that was queued first. */
  clock?: string;
  /**
   * Whether the call fails as soon as the connection is known to hang, and at once from then on: its caller shows a copy or queues the
   * write.
   * Default: true for reads, false for writes.
   */
  endsInSilence?: boolean;
  /** The service worker may answer from its cache when the server does not answer. */
  isCachedByWorker?: boolean;
}

/**
 * Sends one call of the contract.
 * @throws ApiError for every failure, including network errors; otherwise only the abort of `options.signal`
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const { response, body } = await watched(endpoint, options, async (limited) => {
    const answered = await ask(endpoint, input, limited);
    const read = await readJson(answered);
    if (read === undefined) {
      rethrowAbort(limited.signal, undefined);
      throw unreachable("silent");
    }
    hasAnswered(answered);
    return { response: answered, body: read };
  });
  // The build removes it: scripts/page-contracts.ts.
  const schema = endpoint.response as Endpoint["response"] | undefined;
  if (schema?.safeParse(body).success === false)
    throw new ApiError(
      "garbled",
      response.status,
      "This page does not understand the server’s answer. Please reload.",
    );
  return body as ResponseOf<E>;
}

/** `call` for non-JSON responses: returns the successful response, whose body may still be streaming. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Response> {
  return await watched(endpoint, options, async (limited) => {
    const response = await ask(endpoint, input, limited);
    hasAnswered(response);
    return response;
  });
}

/** Runs a call and, if allowed, ends it early on a hanging connection. @throws ApiError `unreachable`, also when calls are paused */
async function watched<T>(
  endpoint: Endpoint,
  options: CallOptions,
  work: (limited: CallOptions) => Promise<T>,
): Promise<T> {
  const { signal, endsInSilence = !isWrite(endpoint), isCachedByWorker } = options;
  signal?.throwIfAborted();
  if (isCachedByWorker) return await work(options); // The worker has its own time limit.
  if (!mayAsk(endsInSilence)) {
    // The caller shows its local data. This request checks whether the server is back.
    if (isPersonActing()) void lookForServer();
    throw noSignal();
  }
  // An upload saturates the connection, so a late response is no sign of a silent server.
  if (endpoint.encoding === "multipart") return await work(options);
  const limit = new AbortController();
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const stop = watchForSilence(() => {
    if (!endsInSilence) return;
    reject(noSignal());
    limit.abort();
  });
  const any = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]);
  return await Promise.race([work({ ...options, signal: any }), silence]).finally(stop);
}

function noSignal(): ApiError {
  return failure("silent", undefined);
}

async function ask<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
): Promise<Response> {
  const { url, init } = toRequest(endpoint, input, options);
  let response: Response;
  try {
    response = await inSession(endpoint, { url, init }, askServer);
  } catch (cause) {
    rethrowAbort(options.signal, cause);
    throw (await failedAlone(endpoint, cause)) ?? unreachable(statusAfter(cause), cause);
  }
  if (response.ok) return response;
  // The answer to a HEAD request has no body; any other missing body means the response was cut off.
  const body = endpoint.method === "HEAD" ? null : await readJson(response);
  if (body !== null && !isProblem(body)) throw unreachable("silent");
  hasAnswered(response);
  if (body === null) throw new ApiError("garbled", response.status, "The server refused it.");
  throw new ApiError(body.code, response.status, body.error, body);
}

function hasAnswered(response: Response): void {
  if (!isFromCache(response)) reportReachable();
}

/** @throws the caller's abort. A timeout of the caller also counts as a silent server. */
function rethrowAbort(signal: AbortSignal | undefined, cause: unknown): void {
  if (signal?.aborted !== true) return;
  const reason: unknown = signal.reason;
  if (reason instanceof DOMException && reason.name === "TimeoutError") reportUnreachable("silent");
  throw cause ?? reason;
}

/**
 * The failure of a write that does not get through although the server can be reached, such as a photo that a proxy finds too large; null
 * for any other. Reported as a lost connection, it would end with the next answer, and the write would be sent again at once.
 */
async function failedAlone(endpoint: Endpoint, cause: unknown): Promise<ApiError | null> {
  const other = cause instanceof AnsweredByOther ? cause : null;
  // Some proxies refuse a large upload by closing the connection.
  if (!isWrite(endpoint) || (other === null && endpoint.encoding !== "multipart")) return null;
  await lookForServer();
  if (!isServerReachable()) return null;
  if (other !== null && other.kind !== "down") return failure("blocked", cause);
  return failure(endpoint.encoding === "multipart" ? "cut" : statusAfter(cause), cause); // a small write costs little
}

function unreachable(met: Exclude<ServerStatus, "reachable">, cause?: unknown): ApiError {
  reportUnreachable(met);
  return failure(met, cause);
}

function failure(met: keyof typeof SENTENCES, cause: unknown): ApiError {
  const status = cause instanceof AnsweredByOther ? cause.status : 0;
  const code = met === "blocked" || met === "cut" ? met : "unreachable";
  return new ApiError(code, status, SENTENCES[met], undefined, cause);
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
}

function toRequest(
  endpoint: Endpoint,
  input: unknown,
  options: CallOptions,
): { url: string; init: RequestInit } {
  const { params, query, body } = input as Parts; // CallInput has exactly these parts; the generic hides them
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const suffix = search.size === 0 ? "" : `?${search.toString()}`;
  const headers = new Headers({ accept: "application/json" });
  if (options.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);
  if (options.actingUser !== undefined) headers.set("looby-user", options.actingUser);
  if (options.clock !== undefined) headers.set(CLOCK_HEADER, options.clock);
  const init: RequestInit = { method: endpoint.method, headers, credentials: "same-origin" };
  if (options.signal !== undefined) init.signal = options.signal;
  if (isWrite(endpoint)) {
    if (endpoint.encoding === "multipart") {
      init.body = toForm(body);
    } else {
      headers.set("content-type", "application/json");
      init.body = JSON.stringify(body ?? {});
    }
  }
  return { url: fillPath(endpoint.path, params) + suffix, init };
}

function toForm(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value instanceof Blob) form.set(name, value);
    else if (value !== undefined && value !== null) form.set(name, String(value));
  }
  return form;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
