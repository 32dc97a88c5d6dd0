import { constants } from "node:fs";
import { access, open, rename, rm, statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Bytes Postgres needs to start (its pid file, a checkpoint) and to stop again. */
const RESERVE_BYTES = 8 * 1024 * 1024;

/**
 * Reserves space while there is enough, for a start on a full disk to release: Postgres has to write a little to start, and users should
 * still be able to read their data. The next start with enough space reserves it again.
 * @param file absolute; its folder must exist
 * @param spareBytes space that must remain free besides it
 */
export async function ensureReserve(file: string, spareBytes: number): Promise<void> {
  if (await isThere(file)) return;
  if ((await freeBytes(file)) < RESERVE_BYTES + spareBytes) return;
  const unfinished = `${file}.new`;
  try {
    await using handle = await open(unfinished, "w", 0o600);
    // Not `truncate`, which does not allocate the space. Not zeros, which some file systems do not store.
    const block = new Uint8Array(1024 * 1024).fill(0xa5);
    for (let written = 0; written < RESERVE_BYTES; written += block.length) await handle.write(block);
    await rename(unfinished, file);
  } catch {
    await rm(unfinished, { force: true }); // the disk filled up in between
  }
}

/** Releases the reserve when there is too little free space to start. */
export async function giveUpReserve(file: string): Promise<void> {
  if ((await freeBytes(file)) < RESERVE_BYTES) await rm(file, { force: true });
}

async function freeBytes(file: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(dirname(file));
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY; // no such folder yet, or the file system does not report it
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await access(file, constants.F_OK);
    return true;
  } catch {
    return false;
  }
}
