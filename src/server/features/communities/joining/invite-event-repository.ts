import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { EVENT_PREFIX } from "../repository.ts";

// The audit log is append-only and written together with the change it describes, so what it says needs no second record.

/** When an admin removed this user; null if they never were, came back since, or left by themselves. */
export async function findRemoval(
  db: Kysely<Schema>,
  communityId: string,
  userId: string,
): Promise<Date | null> {
  const last = await selectLast(db, communityId, ["removed", "left"])
    .where(sql`detail ->> 'personId'`, "=", userId)
    .executeTakeFirst();
  // An admin who takes themselves off the list is recorded as removed by themselves. Those who came back were added, then left.
  const isRemoval = last?.event === `${EVENT_PREFIX}removed` && last.actor_id !== userId;
  return isRemoval ? last.at : null;
}

/** When an admin last ended or replaced the invite link, which ends the codes shown before. */
export async function findCodesEnd(db: Kysely<Schema>, communityId: string): Promise<Date | null> {
  return (await selectLast(db, communityId, ["invite-ended"]).executeTakeFirst())?.at ?? null;
}

/** The database's clock, which also dates removals and links: the servers' clocks may differ by seconds. */
export async function databaseNow(db: Kysely<Schema>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  return rows[0]?.now ?? new Date();
}

function selectLast(
  db: Kysely<Schema>,
  communityId: string,
  events: readonly ("removed" | "left" | "invite-ended")[],
) {
  return db
    .selectFrom("audit_log")
    .select(["at", "event", "actor_id"])
    .where("object_id", "=", communityId)
    .where(
      "event",
      "in",
      events.map((event) => `${EVENT_PREFIX}${event}`),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1);
}
