import { existsSync, readFileSync } from "node:fs";
import { constants, copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OperatorError } from "#server/operator-error.ts";
import type { Backup } from "../../connection/backend.ts";
import { adviceOnStored } from "../advice.ts";

/** Major version of the Postgres in the pinned PGlite. A cluster of another major version cannot be opened. */
export const embeddedMajor = "18";

/**
 * Prepares the cluster in `dataDir` for opening, even after a crash of the last process, and returns its folder. The caller has the lock on
 * `dataDir`. Throws `database-version` when another Postgres version created it.
 */
export async function prepareCluster(dataDir: string, lastBackup: Backup | null): Promise<string> {
  const cluster = await replaceableCluster(dataDir);
  if (!hasCluster(cluster) && (await hasFiles(cluster))) {
    // It must not count as missing, or a new database would replace it.
    throw new OperatorError(
      "database-unavailable",
      `The database in ${cluster} is damaged: PG_VERSION is missing. ${adviceOnStored(dataDir, lastBackup)}`,
    );
  }
  // A Postgres server deletes these at its start; the embedded one does not, and each may be as large as the data.
  await rm(join(cluster, "base", "pgsql_tmp"), { recursive: true, force: true });
  return cluster;
}

/** The folder of the cluster in `dataDir`, which may be damaged. Throws `database-version` when another Postgres version created it. */
export async function replaceableCluster(dataDir: string): Promise<string> {
  const cluster = join(dataDir, "cluster");
  await finishRestore(cluster);
  assertOurMajor(cluster);
  return cluster;
}

async function hasFiles(folder: string): Promise<boolean> {
  return existsSync(folder) && (await readdir(folder)).length > 0;
}

export function hasCluster(cluster: string): boolean {
  return existsSync(join(cluster, "PG_VERSION"));
}

/**
 * Creates a cluster atomically: `fill` writes a temporary folder, which is synced and then renamed. After a crash in between, the
 * next call starts again.
 * @param onStep called after each file that is synced
 */
export async function createCluster(
  cluster: string,
  fill: (newFolder: string) => Promise<void>,
  onStep: () => void,
): Promise<void> {
  const newFolder = `${cluster}.new`;
  await rm(newFolder, { recursive: true, force: true });
  await mkdir(newFolder, { recursive: true, mode: 0o700 });
  await fill(newFolder);
  await syncTree(newFolder, onStep);
  await rename(newFolder, cluster);
  await syncPath(dirname(cluster));
}

/** Replaces the current cluster with the finished one at `restoredCluster(cluster)`. The current one is set aside. */
export async function exchangeCluster(cluster: string): Promise<void> {
  if (await hasFiles(cluster)) {
    await rename(cluster, `${cluster}.before-${new Date().toISOString().replaceAll(":", "-")}`);
  }
  await finishRestore(cluster);
}

/** Deletes the databases that restores have set aside. @returns the names of their folders */
export async function deleteReplaced(dataDir: string): Promise<string[]> {
  const replaced = (await readdir(dataDir)).filter((name) => name.startsWith("cluster.before-"));
  for (const name of replaced) await rm(join(dataDir, name), { recursive: true });
  if (replaced.length > 0) await syncPath(dataDir);
  return replaced;
}

export function restoredCluster(cluster: string): string {
  return `${cluster}.restored`;
}

/** A crash between the two renames of an exchange must not lead to a new, empty database. */
async function finishRestore(cluster: string): Promise<void> {
  const restored = restoredCluster(cluster);
  if (!existsSync(restored)) return;
  if (await hasFiles(cluster)) return rm(restored, { recursive: true });
  await rename(restored, cluster);
  await syncPath(dirname(cluster));
}

export async function syncPath(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Copies a folder, without copying bytes if the file system supports it. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      return entry.isDirectory()
        ? copyFolder(source, target)
        : copyFile(source, target, constants.COPYFILE_FICLONE);
    }),
  );
}

/** Total size of the files in a folder, in bytes. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? await sizeOf(path) : (await stat(path)).size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function syncTree(folder: string, onStep: () => void): Promise<void> {
  // In parallel, so that the disk can batch them: there are a thousand files.
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      await (entry.isDirectory() ? syncTree(path, onStep) : syncPath(path));
      onStep();
    }),
  );
  await syncPath(folder);
}

function assertOurMajor(cluster: string): void {
  if (!hasCluster(cluster)) return;
  const major = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (major === embeddedMajor) return;
  throw new OperatorError(
    "database-version",
    `The database in ${cluster} was made by PostgreSQL ${major}, but this Looby embeds PostgreSQL ${embeddedMajor}: ` +
      "start the Looby that made it, or move the folder away to begin with an empty one.",
  );
}
