import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** The existing resources among these ids, with their communities. */
export async function communitiesOfResources(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("resources")
    .select(["id", "community_id"])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.community_id]));
}
