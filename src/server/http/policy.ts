import { guardedTurns, steadyTurns, type Turns } from "./limits/waiting-room.ts";

/** The relation of a signed-in person to the object of a call. A visitor is a stranger to everything they did not create. */
export type Relation = "stranger" | "member" | "admin" | "owner";

/**
 * A fixed-window limit, which refuses. Counted in the database, so it applies across several servers. There is no limit by network address,
 * which a whole camp may share: calls of one address are slowed down instead.
 */
export interface Limit {
  by: "session" | "account" | "everyone";
  max: number;
  windowMs: number;
}

/** How many calls of one network address are answered at once, and how further ones get their turns; see `slowDown`. */
export interface Pace {
  free: number;
  perMs: number;
  turns: Turns;
}

/**
 * One row of the authorization policy. The type requires one for every route. From these rows the authorization matrix tries each route in
 * every role, against the caller's own and other users' objects.
 */
export interface PolicyRow {
  /**
   * The first value: the same answer for all callers; the session is not looked up. `public`: no session needed. `session`: visitors too; a
   * write without a session opens one, and a read is answered as for a new visitor. `user`: signed-in users only. `operator`: accounts
   * listed in the configuration, and the operator's command line (no actor).
   */
  readonly who: "anyone" | "public" | "session" | "user" | "operator";
  /** For calls about one object: the relations that are allowed, and the error for all others. */
  readonly object?: { readonly allow: readonly Relation[]; readonly denied: "not-found" | "forbidden" };
  /**
   * A read that opens a session when there is none. Only one route does: a page sends many requests at once, and each would open
   * its own session.
   */
  readonly opensSession?: true;
  /** Called by another service: its `uid` is an account of that service and does not identify a user of this server. */
  readonly isForeignCall?: true;
  /** Limits tighter than the default for writes. */
  readonly limits?: readonly Limit[];
  /**
   * How many calls of one network address are answered at once: in a minute, or as a pace says. `guesses`: its handler calls `countGuess`,
   * which slows the address down, but no device that it recognizes.
   */
  readonly pace?: number | Pace | "guesses";
}

const MINUTE = 60_000;

/** Limit of every write, in addition to its own. */
export const defaultWriteLimit: Limit = { by: "session", max: 240, windowMs: MINUTE };

/** Writes of one network address, unless the policy row defines another number. */
const writes = perMinute(1200);

/** Visitor sessions that one network address opens. */
export const visitorPace: Pace = { free: 600, perMs: 60 * MINUTE, turns: steadyTurns(80) };

/** Sign-ups of one network address, whether or not they succeed. */
export const signUpPace: Pace = { free: 150, perMs: 60 * MINUTE, turns: guardedTurns };

export function paceOf({ pace }: PolicyRow, isWrite: boolean): Pace | null {
  if (pace === "guesses") return null;
  if (typeof pace === "number") return perMinute(pace);
  return pace ?? (isWrite ? writes : null);
}

/** Beyond the free calls of a minute, as many have a turn in five seconds: a camp that comes all at once is not kept waiting for long. */
function perMinute(free: number): Pace {
  return { free, perMs: MINUTE, turns: steadyTurns(5000 / free) };
}
