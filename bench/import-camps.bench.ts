import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#server/db/connection/client.ts";
import { importCampFile } from "#server/features/map/import-service.ts";
import { saveCamps } from "#server/features/map/repository.ts";
import { campDocument } from "#shared/features/search/documents.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import { createLog } from "#server/log.ts";
import { generateCamps } from "#server/sample/camps.ts";

/**
 * Imports a year of 1,500 camps in the public format into an embedded database on disk: read, cleaned, placed, written and indexed for
 * search in one transaction; then the same file again. The rival writes the same camps and documents row by row, each in its own
 * transaction, like an import by single calls.
 *
 * Gates: the import takes less than 10 seconds, and the second one writes nothing.
 */
const CAMPS = 1_500;
const GATE_MS = 10_000;

const folder = await mkdtemp(join(tmpdir(), "looby-import-"));
try {
  const generated = generateCamps(2024, CAMPS);
  const text = JSON.stringify(
    generated.map(({ id, playa_location, latitude: _, longitude: __, placement: ___, ...camp }) => ({
      ...camp,
      uid: id,
      year: 2024,
      location: { ...playa_location, string: camp.location_string },
    })),
  );
  const log = createLog("silent");
  await using database = await openDatabase({ dataDir: join(folder, "database"), log });
  const deps = { database, wakeEmbedding: () => undefined };
  const order = {
    text,
    year: "2024",
    mode: "import",
    leaveOut: false,
    locationsFrom: null,
    actorId: null,
  } as const;
  const first = await timed(() => importCampFile(deps, order, () => undefined));
  const second = await timed(() => importCampFile(deps, order, () => undefined));
  const rival = await timed(async () => {
    for (const camp of generated) {
      const card = { offerings: [], events: [] };
      await database.kysely.transaction().execute(async (db) => {
        await saveCamps(db, [{ camp, card }]);
        await upsertDocuments(db, [campDocument({ ...camp, place: camp.location_string })]);
      });
    }
  });
  console.log(`${CAMPS} camps, ${Math.round(text.length / 1024)} kB; load ${loadavg()[0]?.toFixed(1)}`);
  console.log(`import            ${Math.round(first.ms)} ms, ${first.result.added} new`);
  console.log(`the same again    ${Math.round(second.ms)} ms, ${second.result.unchanged} unchanged`);
  console.log(
    `rival: row by row ${Math.round(rival.ms)} ms, ${(rival.ms / first.ms).toFixed(1)} times as long`,
  );
  const isWell = first.ms < GATE_MS && first.result.added === CAMPS && second.result.unchanged === CAMPS;
  process.exitCode = isWell ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}
