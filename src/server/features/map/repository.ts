import { type Kysely, sql } from "kysely";
import { type Camp, type CampCard, campCardSchema } from "#shared/features/map/camps/camp.ts";
import { MAX_LEFT_MARKED } from "#shared/features/map/import-contract.ts";
import type { Schema } from "#server/db/schema.ts";

/** Channel notified on every server when camps change. */
export const CAMPS_CHANGED = "camps_changed";

const BATCH = 500;
const noCard: CampCard = { offerings: [], events: [] };

export interface StoredCamp {
  camp: Camp;
  card: CampCard;
}

export interface CampYear {
  year: string;
  isCurrent: boolean;
  /** End of the embargo on places; null: none. */
  locationsFrom: Date | null;
  contentHash: string;
}

/** The camps on the map in the public format, by id: those of the current year, or all camps if no year was imported. */
export async function listCamps(db: Kysely<Schema>, year: string | null): Promise<Camp[]> {
  const rows = await db
    .selectFrom("camps")
    .select("data")
    .$if(year !== null, (query) => query.where("year", "=", year ?? ""))
    .orderBy("id")
    .execute();
  return rows.map((row) => row.data as Camp); // written only by saveCamps
}

export async function listCampIds(db: Kysely<Schema>, year: string): Promise<string[]> {
  const rows = await db.selectFrom("camps").select("id").where("year", "=", year).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

export async function listCampsById(db: Kysely<Schema>, ids: readonly string[]): Promise<Camp[]> {
  const rows = await db
    .selectFrom("camps")
    .select("data")
    .where("id", "=", sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return rows.map((row) => row.data as Camp); // written only by saveCamps
}

export async function listCampsOfYear(db: Kysely<Schema>, year: string): Promise<StoredCamp[]> {
  const rows = await db.selectFrom("camps").select(["data", "card"]).where("year", "=", year).execute();
  return rows.map(storedCamp);
}

export async function findCamp(db: Kysely<Schema>, campId: string): Promise<StoredCamp | null> {
  const row = await db
    .selectFrom("camps")
    .select(["data", "card"])
    .where("id", "=", campId)
    .executeTakeFirst();
  return row === undefined ? null : storedCamp(row);
}

/** Stores camps, replacing changed ones with the same id, and notifies every server after the commit. */
export async function saveCamps(
  db: Kysely<Schema>,
  camps: readonly StoredCamp[],
  onProgress?: (done: number) => void,
): Promise<void> {
  for (let start = 0; start < camps.length; start += BATCH) {
    const rows = camps.slice(start, start + BATCH).map(({ camp, card }) => ({
      id: camp.id,
      year: camp.year,
      name: camp.name,
      latitude: camp.latitude,
      longitude: camp.longitude,
      data: JSON.stringify(camp),
      card: JSON.stringify(card),
    }));
    await db
      .insertInto("camps")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet((row) => ({
            year: row.ref("excluded.year"),
            name: row.ref("excluded.name"),
            latitude: row.ref("excluded.latitude"),
            longitude: row.ref("excluded.longitude"),
            data: row.ref("excluded.data"),
            card: row.ref("excluded.card"),
            updated_at: sql<Date>`now()`,
          }))
          .where(sql<boolean>`(camps.data, camps.card) is distinct from (excluded.data, excluded.card)`),
      )
      .execute();
    onProgress?.(start + rows.length);
  }
  await announceCampsChanged(db);
}

export async function announceCampsChanged(db: Kysely<Schema>): Promise<void> {
  await sql`select pg_notify(${CAMPS_CHANGED}, '')`.execute(db);
}

/** Names of the camps of a year that are not among `ids` and that users made a favourite or wrote a note about, in order. */
export async function listLeftMarked(
  db: Kysely<Schema>,
  year: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("camps")
    .select("name")
    .where("year", "=", year)
    .where(sql<boolean>`not (id = any(${[...ids]}::text[]))`)
    .where((from) =>
      from.exists(from.selectFrom("camp_marks").select("camp_id").whereRef("camp_id", "=", "camps.id")),
    )
    .orderBy("name")
    .limit(MAX_LEFT_MARKED)
    .execute();
  return rows.map(({ name }) => name);
}

/** The camps of a year that left the map and that users marked, by the names that their marks keep. */
export async function listLeftCamps(db: Kysely<Schema>, year: string) {
  const rows = await db
    .selectFrom("camp_marks")
    .select(["camp_id as id", sql<string>`max(camp_name)`.as("name")])
    .where("camp_id", "like", `${year}-%`)
    .where("camp_name", "is not", null)
    .where((from) =>
      from.not(from.exists(from.selectFrom("camps").select("id").whereRef("camps.id", "=", "camp_id"))),
    )
    .groupBy("camp_id")
    .execute();
  return rows.map((camp) => ({ ...camp, hometown: null, location_string: null }));
}

/** Removes the camps of a year that are not among `ids`. Their names stay with users' marks. */
export async function removeCampsExcept(
  db: Kysely<Schema>,
  year: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    with gone as (delete from camps where year = ${year} and not (id = any(${ids}::text[])) returning id, name)
    update camp_marks set camp_name = gone.name from gone where camp_id = gone.id`.execute(db);
}

/** Makes this the year on the map. */
export async function storeYear(db: Kysely<Schema>, campYear: Omit<CampYear, "isCurrent">): Promise<void> {
  const values = {
    locations_from: campYear.locationsFrom,
    content_hash: campYear.contentHash,
    is_current: true,
  };
  await db.updateTable("camp_years").set({ is_current: false }).where("year", "<>", campYear.year).execute();
  await db
    .insertInto("camp_years")
    .values({ year: campYear.year, ...values })
    .onConflict((conflict) =>
      conflict.column("year").doUpdateSet({ ...values, imported_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function findYear(db: Kysely<Schema>, year: string): Promise<CampYear | null> {
  const row = await db
    .selectFrom("camp_years")
    .select([
      "year",
      "is_current as isCurrent",
      "locations_from as locationsFrom",
      "content_hash as contentHash",
    ])
    .where("year", "=", year)
    .executeTakeFirst();
  return row ?? null;
}

/** All imported years with their number of camps, newest first. */
export async function listYears(db: Kysely<Schema>) {
  return await db
    .selectFrom("camp_years")
    .select((from) => [
      "year",
      "is_current as isCurrent",
      "locations_from as locationsFrom",
      "imported_at as importedAt",
      from
        .selectFrom("camps")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("camps.year", "=", "camp_years.year")
        .as("camps"),
    ])
    .orderBy("year", "desc")
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, camps: Number(row.camps) })));
}

/** The year on the map if its embargo is over by `now` but not ended yet; else null. */
export async function findEndedEmbargo(db: Kysely<Schema>, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom("camp_years")
    .select("year")
    .where("is_current", "=", true)
    .where("locations_from", "<=", now)
    .executeTakeFirst();
  return row?.year ?? null;
}

/** Ends the embargo if it is still over by `now`. Returns false when there was no embargo to end. */
export async function endEmbargo(db: Kysely<Schema>, year: string, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable("camp_years")
    .set({ locations_from: null })
    .where("year", "=", year)
    .where("is_current", "=", true)
    .where("locations_from", "<=", now)
    .returning("year")
    .executeTakeFirst();
  return ended !== undefined;
}

function storedCamp(row: { data: unknown; card: unknown }): StoredCamp {
  // Written only by saveCamps.
  return { camp: row.data as Camp, card: campCardSchema.safeParse(row.card).data ?? noCard };
}
