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
  /** Folder of the cluster, created if missing; null for a cluster in memory. */
  clusterFolder: string | null;
  /** Initial data directory of a new cluster; null for an empty database. */
  snapshot: Uint8Array<ArrayBuffer> | null;
  /** Called with each line that Postgres logs. */
  onLog?: (line: string) => void;
  /** Called after each operation on the disk. */
  onStep?: () => void;
}

/**
 * `shared_buffers` is a quarter of the default, so that the server fits beside a browser on a small laptop. `max_wal_size` does not limit
 * the log here (see housekeeping.ts), only the part of it that stays for reuse, and thereby the size of each backup. Planning is slow in
 * WebAssembly, so a named statement is planned once, for any values (a search by words takes 0.6 ms instead of 4.3 ms).
 */
const settings = ["shared_buffers=32MB", "max_wal_size=64MB", "plan_cache_mode=force_generic_plan"];

/**
 * Postgres' own lock on its folder. A power cut right at a start leaves it empty, and Postgres never starts with an empty one. This process
 * has our own lock on the folder, so the owner of the empty one is dead.
 */
export const STALE_LOCK = "postmaster.pid";

/** Smaller than Postgres' default of 16: a new folder and each backup contain a few segments. */
const walSegmentMegabytes = 4;

/** Opens Postgres in this thread, with the extensions the migrations use. The caller has the folder's lock. */
export async function openPostgres(options: PostgresOptions): Promise<PGlite> {
  const { clusterFolder, snapshot, onStep = () => undefined } = options;
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
    fs: new DurableFileSystem(folder, onStep),
  });
  if (!hasCluster(clusterFolder)) {
    const fill = async (newFolder: string) => {
      const db = await PGlite.create({ ...durable(newFolder), ...contents });
      await db.close();
    };
    await createCluster(clusterFolder, fill, onStep);
  }
  await rm(join(clusterFolder, STALE_LOCK), { force: true });
  return PGlite.create(durable(clusterFolder));
}
