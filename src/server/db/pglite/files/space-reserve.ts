import { constants } from "node:fs";
import { access, open, rename, rm, statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Enough for Postgres to start (its pid file, a checkpoint) and to be stopped again, in bytes. */
const RESERVE_BYTES = 8 * 1024 * 1024;

/**
 * Space set aside while there is some, and given up by a start on a full disk: Postgres cannot start without writing a
 * little, and people should be able to read what is there. Kept again by the next start with room for it.
 * @param file absolute; its folder must be there
 * @param spareBytes what must stay free beside it
 */
export async function ensureReserve(file: string, spareBytes: number): Promise<void> {
  if (await isThere(file)) return;
  if ((await freeBytes(file)) < RESERVE_BYTES + spareBytes) return;
  const unfinished = `${file}.new`;
  try {
    await using handle = await open(unfinished, "w", 0o600);
    // Not `truncate`, which would promise space without taking it; not zeros, which some file systems leave out.
    const block = new Uint8Array(1024 * 1024).fill(0xa5);
    for (let written = 0; written < RESERVE_BYTES; written += block.length) await handle.write(block);
    await rename(unfinished, file);
  } catch {
    await rm(unfinished, { force: true }); // the disk filled up meanwhile
  }
}

/** Gives the reserve up when too little is free to start. */
export async function giveUpReserve(file: string): Promise<void> {
  if ((await freeBytes(file)) < RESERVE_BYTES) await rm(file, { force: true });
}

async function freeBytes(file: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(dirname(file));
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY; // no such folder yet, or a file system that does not say
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
