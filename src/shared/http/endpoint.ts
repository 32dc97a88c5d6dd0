import type * as z from "zod/mini";
import type { ProblemCode } from "./problem.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
type Schema = z.ZodMiniType;

/**
 * One API call as data. The server routes it, the browser calls it and the outbox replays it. The OpenAPI page, the fuzz tests and the
 * authorization matrix are generated from it.
 */
export interface Endpoint {
  /** `feature.verb`, unique. The outbox stores it, so it never changes once released. */
  readonly id: string;
  readonly method: Method;
  /** Path with `:name` parameters, beginning with `/api/`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
  /** Encoding of the body; files in a multipart body arrive as `File`. Default json. */
  readonly encoding?: "json" | "multipart";
  /** Form of the response when it is not one JSON document. */
  readonly answer?: "json" | "event-stream" | "file";
  /** `never`: the call must not be queued in the outbox (secrets, sign-in, reads by POST). By default, writes are queued. */
  readonly queue?: "outbox" | "never";
  /** The texts of the body come from outside (another service, a file), so a NUL is removed. By default, a NUL causes a rejection. */
  readonly hasOutsideText?: boolean;
  /** Largest size of the whole body, in bytes. Default 256 KiB. */
  readonly maxBodyBytes?: number;
  /** The specification's own messages for rejections before the handler runs (not signed in, body too large). */
  readonly sentences?: Partial<Record<ProblemCode, string>>;
}

/** Preserves the literal types of a definition, so that server and page infer inputs and responses from it. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;

export type ParamsOf<E extends Endpoint> = Output<E["params"]>;
export type QueryOf<E extends Endpoint> = Output<E["query"]>;
export type BodyOf<E extends Endpoint> = Output<E["body"]>;
export type ResponseOf<E extends Endpoint> = Output<E["response"]>;

type Part<Name extends string, S> = S extends Schema
  ? Record<never, never> extends Input<S>
    ? Partial<Record<Name, Input<S>>>
    : Record<Name, Input<S>>
  : Record<never, never>;

/** Parameters, query and body of a call. */
export type CallInput<E extends Endpoint> = Part<"params", E["params"]> &
  Part<"query", E["query"]> &
  Part<"body", E["body"]>;

export const DEFAULT_BODY_BYTES = 256 * 1024;

/** Writes are replayed by the outbox unless they opt out; reads never are. */
export function isQueued(endpoint: Endpoint): boolean {
  return isWrite(endpoint) && endpoint.queue !== "never";
}

/** A queued write runs only once: a plain write by its Idempotency-Key, a stream by the ids in its body. */
export function isKeyed(endpoint: Endpoint): boolean {
  return isQueued(endpoint) && endpoint.answer !== "event-stream";
}

export function isWrite(endpoint: Endpoint): boolean {
  return endpoint.method !== "GET" && endpoint.method !== "HEAD";
}

/** Fills `:name` parameters, percent-encoded. @throws RangeError when one is missing */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new RangeError(`path ${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
