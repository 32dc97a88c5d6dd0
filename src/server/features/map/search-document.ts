import type { Kysely } from "kysely";
import type { Camp } from "#shared/features/map/camp.ts";
import type { Schema } from "#server/db/schema.ts";
import { campDocument } from "#shared/features/search/documents.ts";
import { removeDocumentsExcept, upsertDocuments } from "#server/features/search/repository.ts";
import { withoutPlace } from "#server/features/map/embargo.ts";

const BATCH = 500;

/** Makes these camps the ones that are found; without their places as long as those may not be told. */
export async function writeCampDocuments(
  db: Kysely<Schema>,
  camps: readonly Camp[],
  isHidden: boolean,
): Promise<void> {
  for (let start = 0; start < camps.length; start += BATCH) {
    const batch = camps.slice(start, start + BATCH);
    await upsertDocuments(
      db,
      batch.map((camp) => campDocument(isHidden ? withoutPlace(camp) : camp)),
    );
  }
  await removeDocumentsExcept(
    db,
    "camp:",
    camps.map(({ id }) => `camp:${id}`),
  );
}
