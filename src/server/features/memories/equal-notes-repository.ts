import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { type MemoryRecord, type NewMemory, selectMemories } from "./repository.ts";

/** Lets one request at a time compare a person's notes, until the transaction ends. */
export async function lockNotes(db: Kysely<Schema>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('notes'), hashtext(${userId}))`.execute(db);
}

/** Fields of a language model's description, which the words alone determine. */
const DESCRIPTION = ["mood", "overview", "topics", "actionItems"];

/**
 * A person's notes that differ from a new one in their words and time only, newest first. Left out are daily thoughts, notes
 * with a checked action item, needs that are shared, closed or have a place, and the wearable's.
 */
export async function listLikeNote(db: Kysely<Schema>, note: NewMemory): Promise<MemoryRecord[]> {
  return await selectMemories(db)
    .where("user_id", "=", note.userId)
    .where("type", "=", note.type)
    .where("source", "=", "looby")
    .where("stays_from_models", "=", note.staysFromModels)
    .where(sql<boolean>`metadata - ${DESCRIPTION}::text[] in ('{}', '{"doneItems": []}')`)
    .where("keywords", "=", sql<string[]>`${note.keywords}::text[]`)
    .where(
      sql<boolean>`not exists (
        select from needs where needs.id = memories.id and (is_shared or state <> 'open' or place is not null)
      )`,
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/**
 * Gives a note the newer time, and the answer it was kept from last. The version stays: it is for the words.
 * @returns false when the note was changed or deleted meanwhile
 */
export async function renewNote(
  db: Kysely<Schema>,
  { id, content }: Pick<MemoryRecord, "id" | "content">,
  { createdAt, messageId, afterMessageId = null }: NewMemory,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("memories")
    .set({
      created_at: sql`greatest(created_at, ${createdAt}::timestamptz)`,
      updated_at: sql`greatest(updated_at, ${createdAt}::timestamptz)`,
      message_id: sql`coalesce(${messageId}::text, message_id)`,
      after_message_id: sql`coalesce(${afterMessageId}::text, after_message_id)`,
    })
    .where("id", "=", id)
    .where("content", "=", content)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
