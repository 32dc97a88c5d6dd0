import { type Kysely, sql } from "kysely";
import { containsWord } from "#server/db/connection/contains-word.ts";
import type { Schema } from "#server/db/schema.ts";

/** Replaces an answer with a memory its owner has deleted since. */
const FORGOTTEN = "This answer quoted a memory that you have deleted.";
const CHANGED = "This answer quoted a memory that you have changed since. Ask again to hear it as it is now.";

/**
 * Clears a user's answers that cite a memory or were written from it, and the logs of their runs. No later prompt contains them. An answer
 * that is still being written is cleared, too: its end does not replace these words.
 * @param words clears only answers with one of these words; null: all
 */
export async function forgetQuotes(
  db: Kysely<Schema>,
  { id: memoryId, userId }: { id: string; userId: string },
  words: readonly string[] | null,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update messages set text = ${words === null ? FORGOTTEN : CHANGED}, reasoning = '', sources = '[]',
      stays_from_models = true
    from threads
    where threads.id = messages.thread_id and threads.user_id = ${userId}
      and (messages.sources @> ${JSON.stringify([{ sourceId: `memory:${memoryId}` }])}::jsonb
           or messages.given_memories @> array[${memoryId}]::text[])
      and (exists (select from runs where runs.message_id = messages.id and runs.state = 'running')
           or (concat(messages.text, messages.reasoning) <> ''
               and ${containsWord(sql`concat_ws(' ', messages.text, messages.reasoning, messages.sources)`, words)}))
    returning messages.id
  `.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`
    delete from run_frames using runs
    where runs.id = run_frames.run_id and runs.message_id = any(${ids}::text[]) and runs.state <> 'running'
  `.execute(db);
}

/** Records the memories that went into an answer. */
export async function storeGiven(
  db: Kysely<Schema>,
  messageId: string,
  memoryIds: readonly string[],
): Promise<void> {
  await db
    .updateTable("messages")
    .set({ given_memories: [...memoryIds] })
    .where("id", "=", messageId)
    .execute();
}

/** Ids of the memories that went into an answer. */
export async function listGiven(db: Kysely<Schema>, messageId: string): Promise<string[]> {
  const message = await db
    .selectFrom("messages")
    .select("given_memories as given")
    .where("id", "=", messageId)
    .executeTakeFirst();
  return message?.given ?? [];
}
