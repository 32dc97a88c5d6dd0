import { type Kysely, sql } from "kysely";
import type { Camp } from "#shared/features/map/camp.ts";
import type { Schema } from "#server/db/schema.ts";

/** Told to every server when camps change. */
export const CAMPS_CHANGED = "camps_changed";

/** Every camp in the public format, by id. */
export async function listCampData(db: Kysely<Schema>): Promise<unknown[]> {
  const rows = await db.selectFrom("camps").select("data").orderBy("id").execute();
  return rows.map((row) => row.data);
}

/** Puts camps in, replacing those of the same id, and tells every server once the transaction commits. */
export async function saveCamps(db: Kysely<Schema>, camps: readonly Camp[]): Promise<void> {
  for (let start = 0; start < camps.length; start += 500) {
    const rows = camps.slice(start, start + 500).map((camp) => ({
      id: camp.id,
      year: camp.year,
      name: camp.name,
      latitude: camp.latitude,
      longitude: camp.longitude,
      data: JSON.stringify(camp),
    }));
    await db
      .insertInto("camps")
      .values(rows)
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((row) => ({
          year: row.ref("excluded.year"),
          name: row.ref("excluded.name"),
          latitude: row.ref("excluded.latitude"),
          longitude: row.ref("excluded.longitude"),
          data: row.ref("excluded.data"),
          updated_at: sql<Date>`now()`,
        })),
      )
      .execute();
  }
  await sql`select pg_notify(${CAMPS_CHANGED}, '')`.execute(db);
}

export interface CurrentYear {
  year: string;
  locationsFrom: Date | null;
}

/** The year whose camps the map shows; null as long as nothing was imported. */
export async function findCurrentYear(db: Kysely<Schema>): Promise<CurrentYear | null> {
  const row = await db
    .selectFrom("camp_years")
    .select(["year", "locations_from as locationsFrom"])
    .where("is_current", "=", true)
    .executeTakeFirst();
  return row ?? null;
}
