import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** The year whose camps the map shows. Null until a year is imported. */
export async function findCurrentYear(
  db: Kysely<Schema>,
): Promise<{ year: string; locationsFrom: Date | null } | null> {
  const row = await db
    .selectFrom("camp_years")
    .select(["year", "locations_from as locationsFrom"])
    .where("is_current", "=", true)
    .executeTakeFirst();
  return row ?? null;
}
