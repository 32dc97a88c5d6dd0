import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface HistoryEvent {
  resourceId: string;
  /** As people read it, at most 80 characters: "Handed over". Never who has it: anybody may read it. */
  action: string;
  /** Where it was then, in words; cut at 200 characters. */
  place: string | null;
  /** When; now unless told otherwise. */
  at?: Date | undefined;
}

/** As many as a dialog shows. */
const SHOWN = 50;

/** Writes what happened to resources, in the transaction that made it so. */
export async function recordHistory(
  db: Kysely<Schema>,
  given: HistoryEvent | readonly HistoryEvent[],
): Promise<void> {
  const rows = ("action" in given ? [given] : given).map(({ resourceId, action, place, at }) => ({
    resource_id: resourceId,
    action,
    place: place?.slice(0, 200).toWellFormed() ?? null,
    at: at?.toISOString() ?? null,
  }));
  await sql`
    insert into resource_history (resource_id, action, place, at)
    select resource_id, action, place, coalesce(at, now()) from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (resource_id text, action text, place text, at timestamptz)
  `.execute(db);
}

/** What happened to a resource, newest first, at most 50. */
export async function listHistory(db: Kysely<Schema>, resourceId: string) {
  return await db
    .selectFrom("resource_history")
    .select(["action", "place", "at"])
    .where("resource_id", "=", resourceId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(SHOWN)
    .execute();
}
