import type { Kysely } from "kysely";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import { campAddressLine } from "#shared/features/map/address/camp-address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { Schema } from "#server/db/schema.ts";
import { campDocument } from "#shared/features/search/documents.ts";
import { removeDocumentsExcept, upsertDocuments } from "#server/features/search/repository.ts";
import { withoutPlace } from "./embargo.ts";

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
export async function upsertCampDocuments(
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
