import { mkdir, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Backup, Maintenance } from "../../connection/backend.ts";
import type { DatabaseLog } from "#server/log.ts";
import { countRows, pack } from "./backup-file.ts";
import { packAndProve } from "./backup-in-process.ts";
import { copyFolder, sizeOf, syncPath } from "../files/cluster-folder.ts";
import type { Engine } from "../engine.ts";

export interface BackupOptions {
  folder: string;
  /** Number of backups to retain. Older ones are deleted once a new one is verified. */
  copies: number;
}

/**
 * The newest backup in `folder`, or null. Every file with the name of a backup was verified. Logs a warning about backups that are
 * dated more than a day in the future.
 */
export async function findLastBackup(folder: string, log: DatabaseLog): Promise<Backup | null> {
  const backups = await listBackups(folder);
  const now = new Date();
  const fromFuture = backups.filter((backup) => isFromFuture(backup, now)).map(({ file }) => file);
  if (fromFuture.length > 0)
    log.warn(
      { now: now.toISOString(), backups: fromFuture },
      "Backups are dated in the future: the clock is behind, or was ahead when they were written. They are deleted first",
    );
  return backups.at(-1) ?? null;
}

/** Deletes all other backups in the folder. @returns their file names */
export async function deleteOlder(file: string): Promise<string[]> {
  const others = (await listBackups(dirname(file))).filter((backup) => backup.file !== file);
  for (const other of others) await rm(other.file);
  if (others.length > 0) await syncPath(dirname(file));
  return others.map((other) => basename(other.file));
}

/** The database to back up. */
export interface BackupSource {
  engine: Engine;
  /** Null for a database in memory. */
  clusterFolder: string | null;
  maintenance: Maintenance;
}

/**
 * Writes the whole database into a compressed file, reads it back into a database in memory and compares the number of rows in
 * each table. Other queries wait while rows are counted and files are copied (about a second per gigabyte), but not while the
 * copy is packed and verified.
 *
 * A copy of the folder during writes could miss committed rows or fail to open. Throws `backup-failed` when the verification
 * fails.
 */
export async function writeBackup(source: BackupSource, options: BackupOptions): Promise<Backup> {
  const { folder, copies } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    // Left by a process that was stopped.
    if (name.endsWith(unproven)) await rm(join(folder, name), { recursive: true });
  }

  const file = join(folder, nameOf(new Date()));
  const copy = `${file}.copy${unproven}`;
  // A separate turn, so that other queries get in before the next step, which is then short.
  await source.maintenance((client) => client.query("checkpoint"));
  const { at, counts, tar } = await source.maintenance(async (client) => {
    const moment = { at: new Date(), counts: await countRows(client) };
    const isCopied =
      source.clusterFolder !== null && (await copyWhereThereIsRoom(source.clusterFolder, copy));
    return { ...moment, tar: isCopied ? null : await source.engine.dump() };
  });
  try {
    if (tar !== null) await pack(tar, file + unproven);
    await packAndProve({ copy: tar === null ? copy : null, file: file + unproven, counts });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  await rename(file + unproven, file);
  await syncPath(folder);

  // The new one is never deleted, not even when the clock was set back while it was written.
  const others = (await listBackups(folder)).filter((backup) => backup.file !== file);
  for (const old of others.slice(0, Math.max(0, others.length + 1 - copies))) await rm(old.file);
  return { file, at, bytes: (await stat(file)).size };
}

/** The backup must not fill the disk: without room for a copy, the cluster is packed directly. */
async function copyWhereThereIsRoom(cluster: string, copy: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dirname(copy));
  if (bavail * bsize < 2 * (await sizeOf(cluster))) return false;
  await copyFolder(cluster, copy);
  return true;
}

const unproven = ".unproven";

function nameOf(at: Date): string {
  return `looby-${at.toISOString().replaceAll(":", "-")}.tar.gz`;
}

/** Creation time from a backup's file name; null for any other name. */
export function momentOf(file: string): Date | null {
  const match = /^looby-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.tar\.gz$/.exec(basename(file));
  if (match === null) return null;
  const [, day, hour, minute, second] = match;
  return new Date(`${day}T${hour}:${minute}:${second}`);
}

/** All backups, oldest first. */
async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => []);
  const backups = names.map(async (name) => {
    const file = join(folder, name);
    const at = momentOf(file);
    return at === null ? [] : [{ file, at, bytes: (await stat(file)).size }];
  });
  return byAge((await Promise.all(backups)).flat(), new Date());
}

/**
 * Oldest first. A backup from the future was written before now, under a wrong clock. It counts as older than all others: else it
 * would stay for ever, and each new backup would be deleted in its place.
 */
export function byAge<B extends Pick<Backup, "at">>(backups: readonly B[], now: Date): B[] {
  return backups.toSorted(
    (a, b) => Number(isFromFuture(b, now)) - Number(isFromFuture(a, now)) || a.at.getTime() - b.at.getTime(),
  );
}

/** A clock may be some hours behind, such as in another time zone: a backup dated within a day is the newest one. */
function isFromFuture({ at }: Pick<Backup, "at">, now: Date): boolean {
  return at.getTime() > now.getTime() + 24 * 3_600_000;
}
