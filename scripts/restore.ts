import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "#server/config/config.ts";
import { restoreBackup } from "#server/db/pglite/backup/restore.ts";
import { createLog } from "#server/log.ts";
import { OperatorError } from "#server/operator-error.ts";

// `npm run restore -- FILE`: replaces the embedded database with a backup (from DATA_DIR/database/backups). The current database is set
// aside. No Looby may be running on the folder.

const [file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0) {
  console.error("Use it as: npm run restore -- FILE");
  process.exit(2);
}
try {
  if (!existsSync(file)) throw new OperatorError("restore-failed", `There is no file ${file}.`);
  const folder = join(readConfig(process.env).dataDir, "database");
  await restoreBackup(file, folder, createLog("warn"));
  console.log(`Restored. The previous database is in ${folder}, as cluster.before-<time>.`);
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exit(1);
}
