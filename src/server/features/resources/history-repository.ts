import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface HistoryEvent {
  resourceId: string;
  /** Text for users, at most 80 characters: "Handed over". Never names the holder, because every visitor may read it. */
  action: string;
  /** The place as text; cut at 200 characters. */
  place: string | null;
  /** Time of the action; default now. */
  at?: Date | undefined;
}

/** Maximum entries shown in a dialog. */
const SHOWN = 50;

/** Adds entries to the history of resources, in the transaction of the change. */
export async function recordHistory(
  db: Kysely<Schema>,
  events: HistoryEvent | readonly HistoryEvent[],
): Promise<void> {
  const rows = ("action" in events ? [events] : events).map(({ resourceId, action, place, at }) => ({
    resource_id: resourceId,
    action,
    place: place?.slice(0, 200).toWellFormed() ?? null,
    at: at?.toISOString() ?? null,
  }));
  await sql`
    insert into resource_history (resource_id, action, place, at)
    select resource_id, action, place, coalesce(at, now()) from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as input (resource_id text, action text, place text, at timestamptz)
  `.execute(db);
}

/** The history of a resource, newest first, at most 50 entries. */
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
