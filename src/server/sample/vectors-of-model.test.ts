import { expect, test } from "vitest";
import { claimUnembedded } from "#server/features/search/embedding-repository.ts";
import { passagesOf } from "#server/features/search/passages.ts";
import { EmbeddedEmbedder } from "#server/platform/embeddings/embedded-embedder.ts";
import { createLog } from "#server/log.ts";
import { openTestEmbedded } from "#server/testing/test-database.ts";
import { loadSampleFestival } from "./load.ts";
import { keyOf, readSampleVectors, SAMPLE_MODEL } from "./vectors.ts";

test("stores vectors of the sample close to the model's own", async () => {
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
