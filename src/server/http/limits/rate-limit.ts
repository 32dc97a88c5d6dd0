import { isIPv6 } from "node:net";
import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { Limit, Pace } from "../policy.ts";
import { tooMany } from "./waiting-room.ts";

export interface Subject {
  address: string;
  sessionId: string | null;
  userId: string | null;
}

/** The counted subject and the window. Only a `Limit` refuses; an address never does, because a whole camp may share it. */
export interface Counted {
  by: Limit["by"] | "address";
  windowMs: number;
}

/** Calls that are counted together, usually those of an endpoint. */
export type Tally = [scope: string, counted: Counted];

type World = Pick<Deps, "config" | "database" | "waitingRoom">;

/**
 * Counts one call against its limits. Runs outside the call's own transaction, so that a refused call still counts.
 * @param scope the subject of the limit, usually the endpoint's id
 * @param factor multiplies every limit (configuration)
 * @throws AppError `too-many-requests` with the seconds left in the window
 */
export async function countAgainstLimits(
  db: Kysely<Schema>,
  scope: string,
  limits: readonly Limit[],
  subject: Subject,
  factor: number,
): Promise<void> {
  for (const limit of limits) {
    const hits = await countHit(db, scope, limit, subject);
    if (hits <= Math.ceil(limit.max * factor)) continue;
    const now = Date.now();
    throw tooMany(Math.ceil((startOfWindow(limit, now) + limit.windowMs - now) / 1000));
  }
}

/**
 * Answers the free calls of one network address at once. Each further call waits for its turn among those of its address: a whole camp may
 * share one address, and one of its phones must not block the others.
 * @throws AppError `too-many-requests` for two seconds; see `WaitingRoom`
 */
export async function slowDown(
  { config, database, waitingRoom }: World,
  scope: string,
  { free, perMs, turns }: Pace,
  { address, signal }: { address: string; signal: AbortSignal },
): Promise<void> {
  const subject = { address, sessionId: null, userId: null };
  const hits = await countHit(database.kysely, scope, { by: "address", windowMs: perMs }, subject);
  if (hits <= Math.ceil(free * config.limitFactor)) return;
  await waitingRoom.wait(`${scope}|${networkOf(address)}`, turns, signal);
}

/** Uncounts one call, unless its window has ended. */
export async function giveBack(
  db: Kysely<Schema>,
  scope: string,
  limit: Counted,
  subject: Subject,
): Promise<void> {
  const who = subjectOf(limit, subject);
  if (who === null) return;
  await db
    .updateTable("rate_limits")
    .set({ hits: sql<number>`greatest(hits - 1, 0)` })
    .where("bucket", "=", bucketOf(scope, limit, who))
    .where("window_start", "=", new Date(startOfWindow(limit, Date.now())))
    .execute();
}

/** Deletes windows that ended before `before`. */
export async function forgetOldWindows(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom("rate_limits").where("window_start", "<", before).execute();
}

/** Counts one call. @returns the calls in this window; 0 when the caller lacks the counted property, such as a session */
export async function countHit(
  db: Kysely<Schema>,
  scope: string,
  counted: Counted,
  subject: Subject,
): Promise<number> {
  const who = subjectOf(counted, subject);
  if (who === null) return 0;
  const row = await db
    .insertInto("rate_limits")
    .values({
      bucket: bucketOf(scope, counted, who),
      window_start: new Date(startOfWindow(counted, Date.now())),
      hits: 1,
    })
    .onConflict((conflict) =>
      conflict.column("bucket").doUpdateSet({
        hits: sql<number>`case when rate_limits.window_start = excluded.window_start then rate_limits.hits + 1 else 1 end`,
        window_start: sql<Date>`excluded.window_start`,
      }),
    )
    .returning("hits")
    .executeTakeFirstOrThrow();
  return row.hits;
}

function startOfWindow({ windowMs }: Counted, now: number): number {
  return now - (now % windowMs);
}

function bucketOf(scope: string, { by, windowMs }: Counted, who: string): string {
  return `${scope}|${by}|${who}|${windowMs}`;
}

function subjectOf({ by }: Counted, subject: Subject): string | null {
  switch (by) {
    case "address":
      return networkOf(subject.address);
    case "session":
      return subject.sessionId;
    case "account":
      return subject.userId;
    case "everyone":
      return "*";
  }
}

/** An IPv6 customer has a whole /64, which counts as one address. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = "", tail = ""] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === "" ? [] : tail.split(":");
  const missing = address.includes("::") ? 8 - front.length - back.length : 0;
  return [...front, ...Array.from({ length: missing }, () => "0"), ...back].slice(0, 4).join(":");
}
