import pg from "pg";
import type { DatabaseLog } from "../../database-log.ts";
import { momentOf } from "./backup.ts";
import { readBackup } from "./backup-file.ts";
import { exchangeCluster, prepareCluster, restoredCluster } from "../files/cluster-folder.ts";
import { Engine } from "../engine.ts";
import { lockFolder } from "../files/folder-lock.ts";

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
  try {
    await beginEpoch(engine, momentOf(file));
  } finally {
    await engine.close();
  }
  await exchangeCluster(cluster);
}

/** Phones see by it that this is not the database they have written to. One from before there were epochs begins its first at the start. */
async function beginEpoch(engine: Engine, setBackTo: Date | null): Promise<void> {
  const client = new pg.Client({ stream: () => engine.pipe(), ssl: false });
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string | null }>(
      "select to_regclass('public.data_epochs')::text as table",
    );
    if (rows[0]?.table !== null)
      await client.query("insert into public.data_epochs (set_back_to) values ($1)", [setBackTo]);
  } finally {
    await client.end();
  }
}
