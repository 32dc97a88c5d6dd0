import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { OperatorError } from "#server/operator-error.ts";
import type { Backup } from "../backend.ts";
import type { DatabaseLog } from "../database-log.ts";
import { syncPath } from "./cluster-folder.ts";
import { Engine } from "./engine.ts";

export interface BackupOptions {
  folder: string;
  /** How many to keep; older ones go after a new one is proven. */
  keep: number;
  log: DatabaseLog;
}

/** Rows per table, by the table's full name. */
type RowCounts = Record<string, number>;

/** The newest backup in `folder`, or null. Every file that has the name of a backup was proven. */
export async function findLastBackup(folder: string): Promise<Backup | null> {
  return (await listBackups(folder)).at(-1) ?? null;
}

/**
 * Writes the whole database into a compressed file, reads the file back into a database in memory and
 * compares the number of rows in each table. `client` must be the only user of `engine` meanwhile.
 *
 * Copying the folder instead would miss committed rows or not open; throws `backup-failed` when the proof
 * fails.
 */
export async function writeBackup(
  engine: Engine,
  client: pg.PoolClient,
  options: BackupOptions,
): Promise<Backup> {
  const { folder, keep, log } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (name.endsWith(unproven)) await rm(join(folder, name)); // left by a process that was stopped
  }

  const counts = await countRows(client);
  await client.query("checkpoint");
  const tar = await engine.dump();
  const at = new Date();
  const file = join(folder, nameOf(at));
  await pipeline(
    Readable.from(slices(tar)),
    createGzip(),
    createWriteStream(file + unproven, { flush: true, mode: 0o600 }),
  );
  await proveBackup(file + unproven, counts, log);
  await rename(file + unproven, file);
  await syncPath(folder);

  const backups = await listBackups(folder);
  for (const old of backups.slice(0, -keep)) await rm(old.file);
  return { file, at, bytes: (await stat(file)).size };
}

/** The data directory inside a backup, as a tar. Throws `backup-failed` when it cannot be read. */
export async function readBackup(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await buffer(createReadStream(file).pipe(createGunzip())));
  } catch (cause) {
    throw new OperatorError("backup-failed", `The backup ${file} cannot be read: take another one.`, {
      cause,
    });
  }
}

async function proveBackup(file: string, expected: RowCounts, log: DatabaseLog): Promise<void> {
  const engine = await Engine.open({
    clusterFolder: null,
    snapshot: await readBackup(file),
    queryDeadlineMs: 10 * 60_000,
    log,
  });
  const client = new pg.Client({ stream: () => engine.pipe(), ssl: false });
  try {
    await client.connect();
    const found = await countRows(client);
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    throw new OperatorError(
      "backup-failed",
      "The backup was read back with other rows than were written: it was not kept.",
    );
  } finally {
    await client.end();
    await engine.close();
  }
}

async function countRows(client: pg.ClientBase): Promise<RowCounts> {
  const counts: RowCounts = {};
  const tables = await client.query<{ name: string }>(
    // An unlogged table is empty after any recovery, and so in a backup.
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and relpersistence = 'p' and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     order by 1`,
  );
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

const unproven = ".unproven";

function nameOf(at: Date): string {
  return `looby-${at.toISOString().replaceAll(":", "-")}.tar.gz`;
}

async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => []);
  const backups = names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(async (name) => {
      const match = /^looby-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.tar\.gz$/.exec(name);
      if (!match) return [];
      const [, day, hour, minute, second] = match;
      const file = join(folder, name);
      return [{ file, at: new Date(`${day}T${hour}:${minute}:${second}`), bytes: (await stat(file)).size }];
    });
  return (await Promise.all(backups)).flat();
}

/** In pieces, so that the compressor never holds a second copy of the whole. */
function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  const size = 1024 * 1024;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
