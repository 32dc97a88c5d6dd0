/**
 * `npm run embed-sample`: writes src/server/sample/sample-vectors.bin, the vectors of the sample festival's texts by the embedded model. A
 * test fails when a text has none. Takes a minute.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "#server/db/connection/client.ts";
import { createLog } from "#server/log.ts";
import { claimUnembedded } from "#server/features/search/embedding-repository.ts";
import { passagesOf } from "#server/features/search/passages.ts";
import { EmbeddedEmbedder } from "#server/platform/embeddings/embedded-embedder.ts";
import { loadSampleFestival } from "#server/sample/load.ts";
import { packSampleVectors } from "#server/sample/vectors.ts";

const BATCH = 256;

const log = createLog("warn");
await using database = await openDatabase({ dataDir: "memory://", log });
await loadSampleFestival({ database });
const embedder = new EmbeddedEmbedder({ log });
const everything = { model: embedder.id, limit: 1_000_000, leaseMs: 0, changedSince: new Date(0) };
const documents = await claimUnembedded(database.kysely, everything);
const passages = [...new Set(documents.flatMap(passagesOf))];
const vectors: Float32Array[] = [];
for (let start = 0; start < passages.length; start += BATCH) {
  vectors.push(...(await embedder.embed(passages.slice(start, start + BATCH))));
  console.log(`${vectors.length} of ${passages.length} texts`);
}
await embedder.close();
await writeFile(
  join(import.meta.dirname, "../src/server/sample/sample-vectors.bin"),
  packSampleVectors(passages, vectors),
);
