import type { DatabaseLog } from "../database-log.ts";
import { readBackup } from "./backup.ts";
import { exchangeCluster, prepareCluster, restoredCluster } from "./cluster-folder.ts";
import { Engine } from "./engine.ts";
import { lockFolder } from "./folder-lock.ts";

/**
 * Puts the database of a backup in the place of the one in `dataDir`, which is kept beside it
 * (`cluster.before-…`). No Looby may be running on the folder. Throws `database-locked` or `backup-failed`.
 */
export async function restoreBackup(file: string, dataDir: string, log: DatabaseLog): Promise<void> {
  using _lock = lockFolder(dataDir);
  const snapshot = await readBackup(file);
  const cluster = await prepareCluster(dataDir);
  // Opening it once proves that it can be opened, before the present one is touched.
  const engine = await Engine.open({
    clusterFolder: restoredCluster(cluster),
    snapshot,
    queryDeadlineMs: 60_000,
    log,
  });
  await engine.close();
  await exchangeCluster(cluster);
}
