import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** Stands where an answer quoted what its person has deleted since. */
const FORGOTTEN = "This answer quoted a memory that you have deleted.";

/** Empties a person's answers that cite a memory, and the logs of their runs. */
export async function forgetQuotes(db: Kysely<Schema>, userId: string, memoryId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update messages set text = ${FORGOTTEN}, reasoning = '', sources = '[]'
    from threads
    where threads.id = messages.thread_id and threads.user_id = ${userId}
      and messages.sources @> ${JSON.stringify([{ sourceId: `memory:${memoryId}` }])}::jsonb
    returning messages.id
  `.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`
    delete from run_frames using runs
    where runs.id = run_frames.run_id and runs.message_id = any(${ids}::text[]) and runs.state <> 'running'
  `.execute(db);
}
