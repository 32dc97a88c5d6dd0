import type { Kysely } from "kysely";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import { streetColour } from "#shared/features/map/city/street-colour.ts";
import { cityOfYear } from "#shared/features/map/city/cities-by-year.ts";
import { type City, specCity } from "#shared/features/map/city/city.ts";
import { inPieces } from "#server/db/in-pieces.ts";
import type { Deps } from "#server/deps.ts";
import {
  endEmbargo,
  findEndedEmbargo,
  listCampIds,
  listCampsById,
  announceCampsChanged,
} from "./repository.ts";
import { campAddressLine } from "#shared/features/map/address/camp-address.ts";
import type { Schema } from "#server/db/schema.ts";
import { campDocument } from "#shared/features/search/documents.ts";
import { removeDocumentsExcept, upsertDocuments } from "#server/features/search/repository.ts";

/** Whether places are still under embargo. */
export function isHidden(locationsFrom: Date | null, now = Date.now()): boolean {
  return locationsFrom !== null && locationsFrom.getTime() > now;
}

/** A camp as it may be shown during the embargo: without data that reveals its place, including its street's color. */
export function withoutPlace(camp: Camp): Camp {
  return {
    ...camp,
    latitude: null,
    longitude: null,
    location_string: null,
    playa_location: null,
    placement: null,
    color: streetColour(null, "night"),
  };
}

/**
 * Adds the places of camps to search when the embargo ends, in pieces, because there are more than a thousand. The list of camps shows them
 * from that moment automatically. The next check resumes an interrupted run: the embargo ends when all places are written.
 */
export async function announcePlacesInTime(
  { database }: Pick<Deps, "database">,
  now = new Date(),
): Promise<void> {
  const year = await findEndedEmbargo(database.kysely, now);
  if (year === null) return;
  const city = cityOfYear(year) ?? specCity;
  await inPieces(database, await listCampIds(database.kysely, year), async (tx, ids) => {
    // Another import may have set another time in between.
    if ((await findEndedEmbargo(tx, now)) !== year) return;
    await upsertCampDocuments(tx, city, await listCampsById(tx, ids), false);
  });
  await database.kysely.transaction().execute(async (db) => {
    if (await endEmbargo(db, year, now)) await announceCampsChanged(db);
  });
}

const BATCH = 500;

/** Makes exactly these camps searchable, without their places during the embargo. */
export async function writeCampDocuments(
  db: Kysely<Schema>,
  city: City,
  camps: readonly Camp[],
  isHidden: boolean,
): Promise<void> {
  for (let start = 0; start < camps.length; start += BATCH)
    await upsertCampDocuments(db, city, camps.slice(start, start + BATCH), isHidden);
  await removeDocumentsExcept(
    db,
    "camp:",
    camps.map(({ id }) => `camp:${id}`),
  );
}

/** Updates the search documents of these camps. */
async function upsertCampDocuments(
  db: Kysely<Schema>,
  city: City,
  camps: readonly Camp[],
  isHidden: boolean,
): Promise<void> {
  await upsertDocuments(
    db,
    camps.map((camp) => {
      const shown = isHidden ? withoutPlace(camp) : camp;
      return campDocument({ ...shown, place: campAddressLine(city, shown) });
    }),
  );
}
