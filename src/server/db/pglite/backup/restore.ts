import { rm } from "node:fs/promises";
import pg from "pg";
import type { DatabaseLog } from "#server/log.ts";
import { assertNotNewer } from "../../migrate.ts";
import { momentOf } from "./backup.ts";
import { readBackup } from "./backup-file.ts";
import { exchangeCluster, replaceableCluster, restoredCluster } from "../files/cluster-folder.ts";
import { Engine } from "../engine.ts";
import { lockFolder } from "../files/folder-lock.ts";

/**
 * Replaces the database in `dataDir` with the one in a backup. The old one is set aside (`cluster.before-…`). No Looby may be
 * running on the folder. Throws `database-locked`, `backup-failed`, or `database-newer` for a backup of a later version of Looby.
 */
export async function restoreBackup(file: string, dataDir: string, log: DatabaseLog): Promise<void> {
  using _lock = lockFolder(dataDir);
  const snapshot = await readBackup(file);
  const cluster = await replaceableCluster(dataDir);
  // Opened once before the current database is touched, to verify that it can be opened.
  const engine = await Engine.open({
    clusterFolder: restoredCluster(cluster),
    snapshot,
    queryDeadlineMs: 60_000,
    log,
  });
  try {
    await prepareRestored(engine, momentOf(file));
  } catch (error) {
    await engine.close();
    // Otherwise the next start would finish this restore when there is no current database.
    await rm(restoredCluster(cluster), { recursive: true });
    throw error;
  }
  await engine.close();
  await exchangeCluster(cluster);
}

/**
 * Refuses a backup that this version cannot open. A new epoch shows phones that this is not the database they wrote to. A backup without
 * an epochs table gets its first epoch at the next start.
 */
async function prepareRestored(engine: Engine, setBackTo: Date | null): Promise<void> {
  const client = new pg.Client({ stream: () => engine.pipe(), ssl: false });
  await client.connect();
  try {
    const { rows } = await client.query<{ migrations: string | null; epochs: string | null }>(
      "select to_regclass('public.schema_migrations')::text as migrations, to_regclass('public.data_epochs')::text as epochs",
    );
    if (rows[0]?.migrations !== null) await assertNotNewer(client);
    if (rows[0]?.epochs !== null)
      await client.query("insert into public.data_epochs (set_back_to) values ($1)", [setBackTo]);
  } finally {
    await client.end();
  }
}
