import { mkdir, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Backup, Maintenance } from "../../connection/backend.ts";
import { countRows, pack } from "./backup-file.ts";
import { packAndProve } from "./backup-in-process.ts";
import { copyFolder, sizeOf, syncPath } from "../files/cluster-folder.ts";
import type { Engine } from "../engine.ts";

export interface BackupOptions {
  folder: string;
  /** How many to keep; older ones go after a new one is proven. */
  keep: number;
}

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
  const { folder, keep } = options;
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
    if (tar !== null) await pack(tar, file + unproven);
    await packAndProve({ copy: tar === null ? copy : null, file: file + unproven, counts });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
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

const unproven = ".unproven";

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
