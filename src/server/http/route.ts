import type { Kysely } from "kysely";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { Actor } from "./request/actor.ts";
import type { PolicyRow } from "./policy.ts";

/** Everything a handler receives for one call of an endpoint. */
export interface Call<E extends Endpoint, P extends PolicyRow, Prepared = undefined> {
  /** From the session. Null only on public routes and for the operator's command line. */
  readonly actor: P["who"] extends "anyone"
    ? null
    : P["who"] extends "public" | "operator"
      ? Actor | null
      : Actor;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The result of `prepare`; see `RouteSteps`. */
  readonly prepared: Prepared;
  /** For writes: the transaction that also stores the idempotency key. A handler has no other access to the database. */
  readonly db: Kysely<Schema>;
  readonly deps: Deps;
  readonly request: CallRequest;
  /** Headers and status of the response (200 unless set). */
  readonly answer: { status: number; readonly headers: Headers };
  /** Runs after the write is durable, to wake jobs and notify listeners. */
  readonly afterCommit: (work: () => void) => void;
}

export interface CallRequest {
  /** As sent by the client: a GET route also answers HEAD. */
  readonly method: string;
  readonly headers: Headers;
  /** The client's network address. */
  readonly address: string;
  readonly signal: AbortSignal;
}

type Answer<E extends Endpoint> = ResponseOf<E> | Response;

export interface RouteSteps<E extends Endpoint, P extends PolicyRow, Prepared> {
  /**
   * Slow work that must not occupy a transaction, such as re-encoding a photo or hashing a password. Runs before the transaction, and only
   * when the idempotency key is new.
   */
  prepare(call: Omit<Call<E, P>, "prepared" | "db" | "afterCommit">): Promise<Prepared>;
  handle(call: Call<E, P, Prepared>): Promise<Answer<E>>;
}

/** A route of any endpoint, as seen by the router, the OpenAPI page and the authorization matrix. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly policy: PolicyRow;
  readonly steps: RouteSteps<Endpoint, PolicyRow, unknown>;
}

/** Binds an endpoint to its policy row and handler. A route without a policy row does not type-check. */
export function route<const E extends Endpoint, const P extends PolicyRow>(
  endpoint: E,
  policy: P,
  handle: (call: Call<E, P>) => Promise<Answer<E>>,
): Route {
  return preparedRoute(endpoint, policy, { prepare: async () => undefined, handle });
}

/** Like `route`, with slow work before the transaction. */
export function preparedRoute<const E extends Endpoint, const P extends PolicyRow, Prepared>(
  endpoint: E,
  policy: P,
  steps: RouteSteps<E, P, Prepared>,
): Route {
  // The router parses params, query and body with the endpoint's own schemas before it calls the steps, so a handler of E only
  // ever gets a Call of E.
  return { endpoint, policy, steps: steps as unknown as Route["steps"] };
}
