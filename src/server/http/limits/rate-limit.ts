import { isIPv6 } from "node:net";
import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { AppError } from "../app-error.ts";
import type { Limit } from "../policy.ts";

export interface Subject {
  address: string;
  sessionId: string | null;
  userId: string | null;
}

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
    const who = subjectOf(limit, subject);
    if (who === null) continue;
    const now = Date.now();
    const windowStart = startOfWindow(limit, now);
    const hits = await countHit(db, bucketOf(scope, limit, who), new Date(windowStart));
    if (hits > Math.ceil(limit.max * factor)) {
      const retryAfter = Math.ceil((windowStart + limit.windowMs - now) / 1000);
      throw new AppError(
        "too-many-requests",
        `That is a lot at once. Please try again in ${inWords(retryAfter)}.`,
        { retryAfter },
      );
    }
  }
}

/** Uncounts one call, unless its window has ended. */
export async function giveBack(
  db: Kysely<Schema>,
  scope: string,
  limit: Limit,
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

async function countHit(db: Kysely<Schema>, bucket: string, windowStart: Date): Promise<number> {
  const row = await db
    .insertInto("rate_limits")
    .values({ bucket, window_start: windowStart, hits: 1 })
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

function startOfWindow({ windowMs }: Limit, now: number): number {
  return now - (now % windowMs);
}

function bucketOf(scope: string, { by, windowMs }: Limit, who: string): string {
  return `${scope}|${by}|${who}|${windowMs}`;
}

function subjectOf(limit: Limit, subject: Subject): string | null {
  switch (limit.by) {
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

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
