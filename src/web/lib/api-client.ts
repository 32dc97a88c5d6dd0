import { type CallInput, type Endpoint, fillPath, isWrite, type ResponseOf } from "#shared/http/endpoint.ts";
import { isProblem, type Problem, type ProblemCode } from "#shared/http/problem.ts";
import { inSession } from "./first-session.ts";
import { reportReachability } from "./reachability.ts";

/** `unreachable`: no answer came, so the call may or may not have happened. `garbled`: an answer that breaks the contract. */
export type ApiErrorCode = ProblemCode | "unreachable" | "garbled";

/** A call that did not succeed, with a sentence for the person. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly fields: NonNullable<Problem["fields"]>;
  /** Seconds. */
  readonly retryAfter: number | null;
  readonly current: unknown;

  constructor(code: ApiErrorCode, status: number, message: string, problem?: Problem, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.fields = problem?.fields ?? [];
    this.retryAfter = problem?.retryAfter ?? null;
    this.current = problem?.current;
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Makes a repeated write happen once. */
  idempotencyKey?: string;
  /** Who made the write; the server refuses it in anyone else's session. */
  actingUser?: string;
}

/**
 * Makes one call of the contract.
 * @throws ApiError also when the network fails; never anything else but an abort of `options.signal`
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const response = await send(endpoint, input, options);
  const body = await readJson(response);
  if (body === undefined) {
    reportReachability(false);
    throw notOurs(response);
  }
  const parsed = endpoint.response.safeParse(body);
  if (!parsed.success) {
    throw new ApiError(
      "garbled",
      response.status,
      "The server answered in a way this page does not know. Please reload.",
    );
  }
  // The schema that was just applied is E's own.
  return parsed.data as ResponseOf<E>;
}

/** As `call`, for answers that are not JSON: gives the successful response itself. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Response> {
  const { url, init } = toRequest(endpoint, input, options);
  let response: Response;
  try {
    response = await inSession(endpoint, { url, init }, fetch);
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause;
    reportReachability(false);
    throw new ApiError(
      "unreachable",
      0,
      "No signal: Looby's server cannot be reached right now.",
      undefined,
      cause,
    );
  }
  if (response.ok) {
    reportReachability(true);
    return response;
  }
  const error = await toError(response);
  reportReachability(error.code !== "unreachable");
  throw error;
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

async function toError(response: Response): Promise<ApiError> {
  const body = await readJson(response);
  if (isProblem(body)) return new ApiError(body.code, response.status, body.error, body);
  return notOurs(response);
}

/** A proxy or a captive portal answered, or the answer broke off. */
function notOurs({ status }: Response): ApiError {
  return new ApiError("unreachable", status, "Looby's server cannot be reached right now.");
}
