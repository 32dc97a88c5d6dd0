import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { OperatorError } from "#server/operator-error.ts";
import type { Backup, Maintenance } from "../backend.ts";
import type { DatabaseLog } from "../database-log.ts";
import { copyFolder, sizeOf, syncPath } from "./cluster-folder.ts";
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

/** Deletes every backup beside this one. @returns the names of their files */
export async function deleteOlder(file: string): Promise<string[]> {
  const others = (await listBackups(dirname(file))).filter((backup) => backup.file !== file);
  for (const other of others) await rm(other.file);
  if (others.length > 0) await syncPath(dirname(file));
  return others.map((other) => basename(other.file));
}

/** What is backed up. */
export interface BackupSource {
  engine: Engine;
  /** Null: it is in memory. */
  clusterFolder: string | null;
  maintenance: Maintenance;
}

/**
 * Writes the whole database into a compressed file, reads the file back into a database in memory and compares the number of rows
 * in each table. Others wait while the rows are counted and the files are copied (about a second for a gigabyte), not while the
 * copy is packed and proven.
 *
 * Copying the folder while it is written to would miss committed rows or not open; throws `backup-failed` when the proof fails.
 */
export async function writeBackup(source: BackupSource, options: BackupOptions): Promise<Backup> {
  const { folder, keep, log } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    // Left by a process that was stopped.
    if (name.endsWith(unproven)) await rm(join(folder, name), { recursive: true });
  }

  const file = join(folder, nameOf(new Date()));
  const copy = `${file}.copy${unproven}`;
  // By itself, so that others get in before the rest, which is short then.
  await source.maintenance((client) => client.query("checkpoint"));
  const { at, counts, tar } = await source.maintenance(async (client) => {
    const moment = { at: new Date(), counts: await countRows(client) };
    const isCopied =
      source.clusterFolder !== null && (await copyWhereThereIsRoom(source.clusterFolder, copy));
    return { ...moment, tar: isCopied ? null : await source.engine.dump() };
  });
  try {
    await pack(tar ?? (await dumpCopy(copy, log)), file + unproven);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  await proveBackup(file + unproven, counts, log);
  await rename(file + unproven, file);
  await syncPath(folder);

  const backups = await listBackups(folder);
  for (const old of backups.slice(0, -keep)) await rm(old.file);
  return { file, at, bytes: (await stat(file)).size };
}

/** The database must not meet the end of the disk because of its own backup: without room for a copy it is packed at once. */
async function copyWhereThereIsRoom(cluster: string, copy: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dirname(copy));
  if (bavail * bsize < 2 * (await sizeOf(cluster))) return false;
  await copyFolder(cluster, copy);
  return true;
}

/** As `Engine.dump`: a copy made while no query runs is what a crash at that moment would have left. */
async function dumpCopy(copy: string, log: DatabaseLog): Promise<Uint8Array<ArrayBuffer>> {
  const engine = await Engine.open({ clusterFolder: copy, queryDeadlineMs: proofDeadlineMs, log });
  try {
    return await engine.dump();
  } finally {
    await engine.close();
  }
}

async function pack(tar: Uint8Array, file: string): Promise<void> {
  await pipeline(
    Readable.from(slices(tar)),
    createGzip(),
    createWriteStream(file, { flush: true, mode: 0o600 }),
  );
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
    queryDeadlineMs: proofDeadlineMs,
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
const proofDeadlineMs = 10 * 60_000;

function nameOf(at: Date): string {
  return `looby-${at.toISOString().replaceAll(":", "-")}.tar.gz`;
}

/** When it was made, as its name says; null for a name that is not ours. */
export function momentOf(file: string): Date | null {
  const match = /^looby-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.tar\.gz$/.exec(basename(file));
  if (match === null) return null;
  const [, day, hour, minute, second] = match;
  return new Date(`${day}T${hour}:${minute}:${second}`);
}

async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => []);
  const backups = names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(async (name) => {
      const file = join(folder, name);
      const at = momentOf(file);
      return at === null ? [] : [{ file, at, bytes: (await stat(file)).size }];
    });
  return (await Promise.all(backups)).flat();
}

/** In pieces, so that the compressor never holds a second copy of the whole. */
function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  const size = 1024 * 1024;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
