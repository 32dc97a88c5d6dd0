import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { type DatabaseClient, openDatabase } from "#server/db/client.ts";
import type { Log } from "#server/log.ts";

/** Opens the database the configuration names. The embedded one has one owner at a time. */
export async function openConfiguredDatabase(config: Config, log: Log): Promise<DatabaseClient> {
  const { database: settings } = config;
  return await openDatabase({
    ...(settings.url === null
      ? { dataDir: join(config.dataDir, "database") }
      : { url: settings.url, connections: settings.pool }),
    queryDeadlineMs: settings.queryDeadlineMs,
    freeSpaceFloorBytes: settings.freeSpaceFloorBytes,
    ...(config.backups === null ? {} : { backups: config.backups }),
    log,
  });
}
