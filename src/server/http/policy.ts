/** How a signed-in person stands to the object a call is about. A visitor is a stranger to everything it did not make. */
export type Relation = "stranger" | "member" | "admin" | "owner";

/** A fixed-window limit; counts in the database, so it holds over several servers. */
export interface Limit {
  by: "address" | "session" | "account" | "everyone";
  max: number;
  windowMs: number;
}

/**
 * One row of the authorization policy. Every route has one (the type asks for it), and the authorization matrix tries each
 * route as every role against own and foreign objects from these rows.
 */
export interface PolicyRow {
  /** `anyone`: the same answer for everyone, the session is not even looked up. `public`: no session needed. `session`: visitors too; a write without a session opens one, a read is answered as to a new visitor. `user`: signed-in people only. `operator`: accounts the configuration names, and the operator's command line (no actor). */
  readonly who: "anyone" | "public" | "session" | "user" | "operator";
  /** For calls about one object: which relations pass, and what the others get. */
  readonly object?: { readonly allow: readonly Relation[]; readonly denied: "not-found" | "forbidden" };
  /** A read that opens a session where there is none. One route only: a page asks many things at once, and each would open its own. */
  readonly opensSession?: true;
  /** Another service calls: its `uid` is an account there, and names nobody here. */
  readonly isForeignCall?: true;
  /** Tighter limits than the default of every write. */
  readonly limits?: readonly Limit[];
}

const MINUTE = 60_000;

/** What every write is held to besides its own limits. */
export const defaultWriteLimits: readonly Limit[] = [
  { by: "session", max: 240, windowMs: MINUTE },
  { by: "address", max: 1200, windowMs: MINUTE },
];

/** Opening visitor sessions: generous, because a whole camp may share one address. */
export const visitorSessionLimits: readonly Limit[] = [{ by: "address", max: 600, windowMs: 60 * MINUTE }];
