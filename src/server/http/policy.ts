/** The relation of a signed-in person to the object of a call. A visitor is a stranger to everything they did not create. */
export type Relation = "stranger" | "member" | "admin" | "owner";

/**
 * A fixed-window limit, which refuses. Counted in the database, so it holds across several servers. There is none by network
 * address, which a whole camp may share: calls of one address are slowed down instead.
 */
export interface Limit {
  by: "session" | "account" | "everyone";
  max: number;
  windowMs: number;
}

/**
 * One row of the authorization policy. The type requires one for every route. From these rows the authorization matrix tries each
 * route in every role, against the caller's own and other people's objects.
 */
export interface PolicyRow {
  /**
   * `anyone`: the same answer for everyone; the session is not looked up. `public`: no session needed. `session`: visitors too; a
   * write without a session opens one, and a read is answered as for a new visitor. `user`: signed-in people only. `operator`:
   * accounts listed in the configuration, and the operator's command line (no actor).
   */
  readonly who: "anyone" | "public" | "session" | "user" | "operator";
  /** For calls about one object: the relations that are allowed, and the error for all others. */
  readonly object?: { readonly allow: readonly Relation[]; readonly denied: "not-found" | "forbidden" };
  /**
   * A read that opens a session when there is none. Only one route does: a page sends many requests at once, and each would open
   * its own session.
   */
  readonly opensSession?: true;
  /** Called by another service: its `uid` is an account over there and does not identify anyone here. */
  readonly isForeignCall?: true;
  /** Limits tighter than the default for writes. */
  readonly limits?: readonly Limit[];
  /** Calls a minute of one network address that are answered at once; see `slowDown`. */
  readonly freePerMinute?: number;
}

const MINUTE = 60_000;

/** Limit of every write, in addition to its own. */
export const defaultWriteLimit: Limit = { by: "session", max: 240, windowMs: MINUTE };

/** Writes of one network address that are answered at once, where the policy row says nothing else. */
export const FREE_WRITES_PER_MINUTE = 1200;

/** Visitor sessions that one network address opens at once. */
export const FREE_VISITORS_PER_MINUTE = 600;
