import type { Deps } from "#server/deps.ts";
import { endEmbargo, listCamps, tellCampsChanged } from "#server/features/map/repository.ts";
import { writeCampDocuments } from "#server/features/map/search-document.ts";
import { findFestival } from "#server/features/map/festival.ts";

/** Lets search tell the places of camps once their time has come. The list of camps tells them at that very moment. */
export async function tellPlacesInTime(
  { database }: Pick<Deps, "database">,
  now = new Date(),
): Promise<void> {
  await database.kysely.transaction().execute(async (db) => {
    if (!(await endEmbargo(db, now))) return;
    const { year } = await findFestival(db);
    await writeCampDocuments(db, await listCamps(db, year), false);
    await tellCampsChanged(db);
  });
}
