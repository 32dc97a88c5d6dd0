import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface TagRecord {
  resourceId: string;
  code: string;
  madeAt: Date;
}

/** The tag of an item; null when it has none. */
export async function findTagOf(db: Kysely<Schema>, resourceId: string): Promise<TagRecord | null> {
  return (await selectTags(db).where("resource_id", "=", resourceId).executeTakeFirst()) ?? null;
}

/** Null for a code no item has. */
export async function findByCode(db: Kysely<Schema>, code: string): Promise<TagRecord | null> {
  return (await selectTags(db).where("code", "=", code).executeTakeFirst()) ?? null;
}

/** Sets an item's tag, replacing an earlier one. @param mark the code's mark, from `tagMark` */
export async function saveTag(
  db: Kysely<Schema>,
  tag: { resourceId: string; code: string; mark: string },
): Promise<void> {
  const { resourceId, code, mark } = tag;
  await db
    .insertInto("resource_tags")
    .values({ resource_id: resourceId, code, mark })
    .onConflict((conflict) => conflict.column("resource_id").doUpdateSet({ code, mark, made_at: new Date() }))
    .execute();
}

export async function deleteTag(db: Kysely<Schema>, resourceId: string): Promise<void> {
  await db.deleteFrom("resource_tags").where("resource_id", "=", resourceId).execute();
}

function selectTags(db: Kysely<Schema>) {
  return db.selectFrom("resource_tags").select(["resource_id as resourceId", "code", "made_at as madeAt"]);
}
