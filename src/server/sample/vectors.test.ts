import { expect, test } from "vitest";
import { countUnembedded } from "#server/features/search/embedding-repository.ts";
import { openTestEmbedded } from "#server/testing/test-database.ts";
import { loadSampleFestival } from "./load.ts";
import { SAMPLE_MODEL, storeSampleVectors } from "./vectors.ts";

test("stores a vector for every text of the sample", async () => {
  await using database = await openTestEmbedded();
  await loadSampleFestival({ database });
  // If it fails: npm run embed-sample.
  await storeSampleVectors({ database, embedder: embedderOf(SAMPLE_MODEL) });
  expect(await countUnembedded(database.kysely, { id: SAMPLE_MODEL })).toBe(0);
});

test("stores no vectors for another model", async () => {
  await using database = await openTestEmbedded();
  await loadSampleFestival({ database });
  await storeSampleVectors({ database, embedder: embedderOf("other") });
  expect(await countUnembedded(database.kysely, { id: SAMPLE_MODEL })).toBeGreaterThan(1_500);
});

function embedderOf(id: string) {
  return { id, dimensions: 3, isUnitLength: true, embed: async () => [], close: async () => undefined };
}
