import { inPieces } from "#server/db/in-pieces.ts";
import type { Deps } from "#server/deps.ts";
import { endEmbargo, findEndedEmbargo, listCampIds, listCampsById, tellCampsChanged } from "./repository.ts";
import { upsertCampDocuments } from "./search-document.ts";

/**
 * Lets search tell the places of camps once their time has come, in pieces: there are a thousand and more. The list of camps tells
 * them at that very moment. Cut off, it goes on with the next look: the embargo ends when all is written.
 */
export async function tellPlacesInTime(
  { database }: Pick<Deps, "database">,
  now = new Date(),
): Promise<void> {
  const year = await findEndedEmbargo(database.kysely, now);
  if (year === null) return;
  await inPieces(database, await listCampIds(database.kysely, year), async (tx, ids) => {
    // Another file may have come in between, with another time.
    if ((await findEndedEmbargo(tx, now)) !== year) return;
    await upsertCampDocuments(tx, await listCampsById(tx, ids), false);
  });
  await database.kysely.transaction().execute(async (db) => {
    if (await endEmbargo(db, year, now)) await tellCampsChanged(db);
  });
}
