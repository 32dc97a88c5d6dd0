import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface StoredEvent {
  seq: number;
  channel: string;
  event: string;
  data: unknown;
}

/** Committed events of the given channels after number `after`, in order. */
export async function readEvents(
  db: Kysely<Schema>,
  channels: readonly string[],
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  return await db
    .selectFrom("events")
    .select(["seq", "channel", "event", "data"])
    .where("channel", "=", sql<string>`any(${[...channels]})`)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(limit)
    .$narrowType<{ seq: number }>()
    .execute();
}

/** Sequence numbers of the oldest and the newest stored event; null when there are none. */
export async function eventRange(db: Kysely<Schema>): Promise<{ oldest: number; newest: number } | null> {
  const { oldest, newest } = await db
    .selectFrom("events")
    .select((row) => [row.fn.min("seq").as("oldest"), row.fn.max("seq").as("newest")])
    .executeTakeFirstOrThrow();
  return oldest === null || newest === null ? null : { oldest, newest };
}

/** Deletes events published before `before`. Pages that reconnect later than that reload their lists. */
export async function forgetOldEvents(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom("events").where("created_at", "<", before).execute();
}
