import { type Kysely, sql } from "kysely";
import { containsWord } from "#server/db/connection/contains-word.ts";
import type { Schema } from "#server/db/schema.ts";

/** Replaces an answer that quoted a memory its owner has deleted since. */
const FORGOTTEN = "This answer quoted a memory that you have deleted.";
const CHANGED = "This answer quoted a memory that you have changed since. Ask again to hear it as it is now.";

/**
 * Clears a user's answers that cite a memory, and the logs of their runs.
 * @param words clears only answers with one of these words; null: all
 */
export async function forgetQuotes(
  db: Kysely<Schema>,
  { id: memoryId, userId }: { id: string; userId: string },
  words: readonly string[] | null,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update messages set text = ${words === null ? FORGOTTEN : CHANGED}, reasoning = '', sources = '[]'
    from threads
    where threads.id = messages.thread_id and threads.user_id = ${userId}
      and messages.sources @> ${JSON.stringify([{ sourceId: `memory:${memoryId}` }])}::jsonb
      and ${containsWord(sql`concat_ws(' ', messages.text, messages.reasoning, messages.sources)`, words)}
    returning messages.id
  `.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`
    delete from run_frames using runs
    where runs.id = run_frames.run_id and runs.message_id = any(${ids}::text[]) and runs.state <> 'running'
  `.execute(db);
}
