import { cityOfYear } from "#shared/features/map/city/cities-by-year.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { inPieces } from "#server/db/in-pieces.ts";
import type { Deps } from "#server/deps.ts";
import { endEmbargo, findEndedEmbargo, listCampIds, listCampsById, tellCampsChanged } from "./repository.ts";
import { upsertCampDocuments } from "./search-document.ts";

/**
 * Adds the places of camps to search when the embargo is over, in pieces, because there are more than a thousand. The list of
 * camps shows them from that moment by itself. An interrupted run resumes at the next check: the embargo ends when everything is
 * written.
 */
export async function tellPlacesInTime(
  { database }: Pick<Deps, "database">,
  now = new Date(),
): Promise<void> {
  const year = await findEndedEmbargo(database.kysely, now);
  if (year === null) return;
  const city = cityOfYear(year) ?? specCity;
  await inPieces(database, await listCampIds(database.kysely, year), async (tx, ids) => {
    // Another import with another time may have happened in between.
    if ((await findEndedEmbargo(tx, now)) !== year) return;
    await upsertCampDocuments(tx, city, await listCampsById(tx, ids), false);
  });
  await database.kysely.transaction().execute(async (db) => {
    if (await endEmbargo(db, year, now)) await tellCampsChanged(db);
  });
}
