import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "#server/config/config.ts";
import { type DatabaseClient, openDatabase } from "#server/db/connection/client.ts";
import { copyDatabase } from "#server/db/copy/copy-database.ts";
import { copyPhotos } from "#server/features/photos/copy-photos.ts";
import { createLog } from "#server/log.ts";
import { OperatorError } from "#server/operator-error.ts";
import { createEgress } from "#server/platform/egress.ts";
import { openDiskStorage } from "#server/platform/storage/disk-storage.ts";
import { createS3Storage } from "#server/platform/storage/s3-storage.ts";

// `npm run db:copy -- --to-server`: copies everything from the embedded database in DATA_DIR to the empty one at DATABASE_URL, and with S3
// settings the photos as well, before the rows; `--to-embedded` copies the other way. No Looby may be running on either. It can be repeated after any
// failure: the database is copied entirely or not at all, and existing photos are skipped.

const USE = `Use it as: npm run db:copy -- --to-server      from DATA_DIR to DATABASE_URL (and S3_ENDPOINT)
        or: npm run db:copy -- --to-embedded    the other way`;

try {
  const config = readConfig(process.env);
  await copy(config, readDirection());
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exit(1);
}

function readDirection(): "to-server" | "to-embedded" {
  try {
    const { values } = parseArgs({
      options: { "to-server": { type: "boolean" }, "to-embedded": { type: "boolean" } },
    });
    if (values["to-server"] !== values["to-embedded"])
      return values["to-server"] === true ? "to-server" : "to-embedded";
  } catch {
    // An unknown option: print the usage below.
  }
  console.error(USE);
  process.exit(2);
}

async function copy(config: Config, direction: "to-server" | "to-embedded"): Promise<void> {
  const { url } = config.database;
  if (url === null)
    throw new OperatorError("invalid-config", "Set DATABASE_URL to the server to copy to or from.");
  const log = createLog("warn");
  await using embedded = await openDatabase({ dataDir: join(config.dataDir, "database"), log });
  await using server = await openDatabase({ url, connections: 1, log });
  const [from, to] = direction === "to-server" ? [embedded, server] : [server, embedded];
  const report = await copyDatabase(from, to, {
    onChecked: async () => await copyStoredPhotos(config, from, direction),
    onTable: ({ name, rows, hash }) => console.log(`${name.padEnd(28)} ${String(rows).padStart(8)}  ${hash}`),
  });
  console.log(`${report.tables.length} tables copied; counts and hashes are the same on both sides.`);
  if (report.left.length > 0)
    console.log(
      `Left out, because the other side has no pgvector: ${report.left.join(", ")} (made again there).`,
    );
  console.log(
    "Use the same SECRET: without it all users are signed out and links sent by mail stop working.",
  );
  if (direction === "to-server")
    console.log(
      `(The one made at first start is in ${join(config.dataDir, "secret")}.) The old database is unchanged.`,
    );
}

/** Before the rows, whose copy can only start into an empty database: after a failure the command can be repeated. */
async function copyStoredPhotos(
  config: Config,
  database: DatabaseClient,
  direction: "to-server" | "to-embedded",
): Promise<void> {
  const folder = join(config.dataDir, "photos");
  if (config.s3 === null) {
    console.log(`Photos stay where they are, in ${folder}: several servers need S3_ENDPOINT.`);
    return;
  }
  // A failed call is not logged as well: its reason is in the error.
  const egress = createEgress({ allowedOrigins: [config.s3.endpoint], log: createLog("error") });
  const disk = await openDiskStorage(folder);
  const bucket = createS3Storage(config.s3, egress);
  const [from, to] = direction === "to-server" ? [disk, bucket] : [bucket, disk];
  const { rows } = await database.pool.query<{ path: string }>("select path from photos where is_stored");
  const { copied, missing } = await copyPhotos(
    from,
    to,
    rows.map(({ path }) => path),
  );
  console.log(
    `${copied} photo files copied for ${rows.length} photos${missing === 0 ? "" : `, ${missing} were not there`}.`,
  );
}
