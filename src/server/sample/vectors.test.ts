import { expect, test } from "vitest";
import { claimUnembedded, countUnembedded } from "#server/features/search/embedding-repository.ts";
import { passagesOf } from "#server/features/search/passages.ts";
import { EmbeddedEmbedder } from "#server/platform/embeddings/embedded-embedder.ts";
import { createLog } from "#server/log.ts";
import { openTestEmbedded } from "#server/testing/test-database.ts";
import { loadSampleFestival } from "./load.ts";
import { keyOf, readSampleVectors, SAMPLE_MODEL, storeSampleVectors } from "./vectors.ts";

test("stores a vector for every text of the sample, close to the model's own", async () => {
  await using database = await openTestEmbedded();
  await loadSampleFestival({ database });
  const embedder = new EmbeddedEmbedder({ log: createLog("silent") });
  expect(embedder.id).toBe(SAMPLE_MODEL);
  const some = await claimUnembedded(database.kysely, {
    model: SAMPLE_MODEL,
    limit: 4,
    leaseMs: 0,
    changedSince: new Date(0),
  });
  // If it fails: npm run embed-sample.
  await storeSampleVectors({ database, embedder });
  expect(await countUnembedded(database.kysely, SAMPLE_MODEL)).toBe(0);

  const passages = some.flatMap(passagesOf);
  const known = await readSampleVectors();
  const vectors = await embedder.embed(passages);
  await embedder.close();
  for (const [index, passage] of passages.entries()) {
    const product = known
      .get(keyOf(passage))
      ?.reduce((sum, value, at) => sum + value * (vectors[index]?.[at] ?? 0), 0);
    expect(product).toBeGreaterThan(0.999);
  }
});

test("stores no vectors for another model", async () => {
  await using database = await openTestEmbedded();
  await loadSampleFestival({ database });
  const other = {
    id: "other",
    dimensions: 3,
    isUnitLength: true,
    embed: async () => [],
    close: async () => undefined,
  };
  await storeSampleVectors({ database, embedder: other });
  expect(await countUnembedded(database.kysely, SAMPLE_MODEL)).toBeGreaterThan(1_500);
});
