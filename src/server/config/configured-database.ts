import { join } from "node:path";
import { ensureReserve, giveUpReserve } from "#server/db/pglite/files/space-reserve.ts";
import type { Config } from "./config.ts";
import { type DatabaseClient, openDatabase } from "#server/db/connection/client.ts";
import { assertKeepsSessions } from "#server/db/connection/pooler.ts";
import type { Log } from "#server/log.ts";

/**
 * Opens the configured database. The embedded one can be open in only one process at a time.
 * @throws OperatorError like `openDatabase`, and `database-pooled`
 */
export async function openConfiguredDatabase(config: Config, log: Log): Promise<DatabaseClient> {
  const { database: settings } = config;
  const reserve = settings.url === null ? join(config.dataDir, "reserve") : null;
  if (reserve !== null) await giveUpReserve(reserve);
  if (settings.url !== null) await assertKeepsSessions(settings.url);
  const database = await openDatabase({
    ...(settings.url === null
      ? { dataDir: join(config.dataDir, "database") }
      : { url: settings.url, connections: settings.pool }),
    queryDeadlineMs: settings.queryDeadlineMs,
    freeSpaceFloorBytes: settings.freeSpaceFloorBytes,
    ...(config.backups === null ? {} : { backups: config.backups }),
    log,
  });
  // Not awaited, so that a start on a slow disk is not delayed further.
  if (reserve !== null) void ensureReserve(reserve, settings.freeSpaceFloorBytes);
  return database;
}
