import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface PartName {
  recording: string;
  part: number;
}

/** Records a part. A part sent again gets a new timestamp. */
export async function notePart(db: Kysely<Schema>, { recording, part }: PartName): Promise<void> {
  await db
    .insertInto("recording_parts")
    .values({ recording, part })
    .onConflict((conflict) =>
      conflict.columns(["recording", "part"]).doUpdateSet({ created_at: sql<Date>`now()` }),
    )
    .execute();
}

export interface StoredPart extends PartName {
  createdAt: Date;
}

/** The parts of all users, oldest first; at most a few dozen. */
export async function listAllParts(db: Kysely<Schema>): Promise<StoredPart[]> {
  return await db
    .selectFrom("recording_parts")
    .select(["recording", "part", "created_at as createdAt"])
    .orderBy("created_at")
    .execute();
}

export async function listParts(db: Kysely<Schema>, recording: string): Promise<PartName[]> {
  return await db
    .selectFrom("recording_parts")
    .select(["recording", "part"])
    .where("recording", "=", recording)
    .orderBy("part")
    .execute();
}

export async function listPartsBefore(db: Kysely<Schema>, before: Date): Promise<PartName[]> {
  return await db
    .selectFrom("recording_parts")
    .select(["recording", "part"])
    .where("created_at", "<", before)
    .execute();
}

export async function forgetPart(db: Kysely<Schema>, { recording, part }: PartName): Promise<void> {
  await db
    .deleteFrom("recording_parts")
    .where("recording", "=", recording)
    .where("part", "=", part)
    .execute();
}
