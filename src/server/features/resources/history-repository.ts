import type { Kysely } from "kysely";
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

/** Writes what happened to a resource, in the transaction that made it so. */
export async function recordHistory(db: Kysely<Schema>, event: HistoryEvent): Promise<void> {
  await db
    .insertInto("resource_history")
    .values({
      resource_id: event.resourceId,
      action: event.action,
      place: event.place?.slice(0, 200).toWellFormed() ?? null,
      ...(event.at === undefined ? {} : { at: event.at }),
    })
    .execute();
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
