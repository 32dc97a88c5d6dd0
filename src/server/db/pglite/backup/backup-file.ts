import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { OperatorError } from "#server/operator-error.ts";
import type { DatabaseLog } from "#server/log.ts";
import { Engine } from "../engine.ts";

/** Number of rows by qualified table name. */
export type RowCounts = Record<string, number>;

/**
 * Dumps a copied data directory, like `Engine.dump`. A copy made while no query runs equals the state after a crash at that
 * moment.
 */
export async function dumpCopy(copy: string, log: DatabaseLog): Promise<Uint8Array<ArrayBuffer>> {
  const engine = await Engine.open({ clusterFolder: copy, queryDeadlineMs: proofDeadlineMs, log });
  try {
    return await engine.dump();
  } finally {
    await engine.close();
  }
}

/** Writes a tar as a compressed file, which is on disk when it resolves. */
export async function pack(tar: Uint8Array, file: string): Promise<void> {
  await pipeline(
    Readable.from(slices(tar)),
    createGzip(),
    createWriteStream(file, { flush: true, mode: 0o600 }),
  );
}

/** The data directory in a backup, as a tar. Throws `backup-failed` when it cannot be read. */
export async function readBackup(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await buffer(createReadStream(file).pipe(createGunzip())));
  } catch (cause) {
    throw new OperatorError("backup-failed", `The backup ${file} cannot be read: take another one.`, {
      cause,
    });
  }
}

/** Opens a backup as a database in memory. Throws `backup-failed` when the row counts differ from the expected ones. */
export async function proveBackup(file: string, expected: RowCounts, log: DatabaseLog): Promise<void> {
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

/** Row counts of all tables that a backup contains. */
export async function countRows(client: pg.ClientBase): Promise<RowCounts> {
  const counts: RowCounts = {};
  const tables = await client.query<{ name: string }>(
    // An unlogged table is empty after recovery, and so it is in a backup.
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

const proofDeadlineMs = 10 * 60_000;

/** In slices, so that the compressor never needs a second copy in memory. */
function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  const size = 1024 * 1024;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
