import type { Insertable, Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** The rows of the sample festival, in the order required by their foreign keys. */
export interface SampleRows {
  users: Insertable<Schema["users"]>[];
  communities: Insertable<Schema["communities"]>[];
  people: Insertable<Schema["community_people"]>[];
  photos: Insertable<Schema["photos"]>[];
  resources: Insertable<Schema["resources"]>[];
  history: Insertable<Schema["resource_history"]>[];
}

export async function hasCommunities(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom("communities").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function insertSampleRows(db: Kysely<Schema>, rows: SampleRows): Promise<void> {
  await db
    .insertInto("users")
    .values(rows.users)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.insertInto("communities").values(rows.communities).execute();
  await db.insertInto("community_people").values(rows.people).execute();
  await db.insertInto("photos").values(rows.photos).execute();
  await db.insertInto("resources").values(rows.resources).execute();
  await db.insertInto("resource_history").values(rows.history).execute();
}
