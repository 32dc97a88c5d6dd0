import type { Kysely } from "kysely";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { Schema } from "#server/db/schema.ts";
import { campDocument } from "#shared/features/search/documents.ts";
import { removeDocumentsExcept, upsertDocuments } from "#server/features/search/repository.ts";
import { withoutPlace } from "./embargo.ts";

const BATCH = 500;

/** Makes these camps the ones that are found; without their places as long as those may not be told. */
export async function writeCampDocuments(
  db: Kysely<Schema>,
  camps: readonly Camp[],
  isHidden: boolean,
): Promise<void> {
  for (let start = 0; start < camps.length; start += BATCH)
    await upsertCampDocuments(db, camps.slice(start, start + BATCH), isHidden);
  await removeDocumentsExcept(
    db,
    "camp:",
    camps.map(({ id }) => `camp:${id}`),
  );
}

/** Brings what search knows of these camps up to date. */
export async function upsertCampDocuments(
  db: Kysely<Schema>,
  camps: readonly Camp[],
  isHidden: boolean,
): Promise<void> {
  await upsertDocuments(
    db,
    camps.map((camp) => campDocument(isHidden ? withoutPlace(camp) : camp)),
  );
}
