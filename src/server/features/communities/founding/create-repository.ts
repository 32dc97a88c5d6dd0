import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface CommunityRow {
  id: string;
  name: string;
  description: string;
  address: string;
  latitude: number;
  longitude: number;
  tags: string[];
  type: "community" | "venue";
  profilePhoto: string | null;
  createdBy: string;
}

/** Returns false when a community with this id already exists. */
export async function insertCommunity(db: Kysely<Schema>, row: CommunityRow): Promise<boolean> {
  const { profilePhoto, createdBy, ...same } = row;
  const inserted = await db
    .insertInto("communities")
    .values({ ...same, profile_photo: profilePhoto, created_by: createdBy })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function isFounder(db: Kysely<Schema>, communityId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("communities")
    .select("id")
    .where("id", "=", communityId)
    .where("created_by", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}
