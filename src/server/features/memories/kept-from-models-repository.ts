import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** A user's memories among these ids that no language model may get. */
export async function listKeptAmong(
  db: Kysely<Schema>,
  userId: string,
  memoryIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (memoryIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("memories")
    .select("id")
    .where("user_id", "=", userId)
    .where("stays_from_models", "=", true)
    .where("id", "=", sql<string>`any(${[...memoryIds]})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Ids of the messages that a memory of the user was made from, or that have one among their `memoryIds`, that no language model may get. */
export async function listMessagesWithKept(
  db: Kysely<Schema>,
  userId: string,
  messages: readonly { id: string; memoryIds: readonly string[] }[],
): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select distinct message.id
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as message (id text, "memoryIds" jsonb)
    join memories on memories.message_id = message.id or message."memoryIds" ? memories.id
    where memories.user_id = ${userId} and memories.stays_from_models
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
