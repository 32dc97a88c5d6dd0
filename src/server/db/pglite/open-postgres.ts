import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { vector } from "@electric-sql/pglite-pgvector";
import { createCluster, hasCluster } from "./files/cluster-folder.ts";
import { DurableFileSystem, durableStartParams } from "./files/durable-file-system.ts";
import type { PostgresModules } from "./postgres-modules.ts";

export interface PostgresOptions extends PostgresModules {
  /** Where the cluster is, or null to keep it in memory. It is created when there is none. */
  clusterFolder: string | null;
  /** The data directory a new cluster begins with; without it, an empty one. */
  snapshot: Uint8Array<ArrayBuffer> | null;
  /** Told each line that Postgres logs. */
  onLog?: (line: string) => void;
}

/**
 * A quarter of the default memory, so that the server fits beside a browser on a small laptop. `max_wal_size`
 * does not bound the log here (see housekeeping.ts), only how much of it is kept for reuse, and so the size
 * of each backup. Planning is slow in WebAssembly: a named statement is planned once, whatever its values (a search by words
 * takes 0.6 ms instead of 4.3).
 */
const settings = ["shared_buffers=32MB", "max_wal_size=64MB", "plan_cache_mode=force_generic_plan"];

/**
 * Postgres' own lock on its folder. A power cut in the first moment of a start leaves it empty, and Postgres never starts beside an
 * empty one. The folder has our lock: whatever holds this one is dead.
 */
export const STALE_LOCK = "postmaster.pid";

/** Small (Postgres has 16): a fresh folder and each backup hold a few of them. */
const walSegmentMegabytes = 4;

/**
 * Opens Postgres in this thread, with the extensions the migrations use. The caller holds the folder's
 * lock.
 */
export async function openPostgres(options: PostgresOptions): Promise<PGlite> {
  const { clusterFolder, snapshot } = options;
  const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ["-c", setting])];
  const always: PGliteOptions = {
    extensions: { btree_gist, pg_trgm, unaccent, vector },
    pgliteWasmModule: options.postgresModule,
    initdbWasmModule: options.initdbModule,
    onStderr: (line) => {
      options.onLog?.(line);
      return false; // nor to this process's own output
    },
  };
  const contents: PGliteOptions = snapshot
    ? { loadDataDir: new Blob([snapshot]) }
    : { initDbStartParams: [`--wal-segsize=${walSegmentMegabytes}`] };
  if (clusterFolder === null)
    return PGlite.create({ ...always, ...contents, startParams, dataDir: "memory://" });

  const durable = (folder: string): PGliteOptions => ({
    ...always,
    startParams: durableStartParams(startParams),
    fs: new DurableFileSystem(folder),
  });
  if (!hasCluster(clusterFolder)) {
    await createCluster(clusterFolder, async (newFolder) => {
      const db = await PGlite.create({ ...durable(newFolder), ...contents });
      await db.close();
    });
  }
  await rm(join(clusterFolder, STALE_LOCK), { force: true });
  return PGlite.create(durable(clusterFolder));
}
