import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { Readable } from "node:stream";
import { diskFull } from "#server/http/app-error.ts";
import { assertStorageKey, type PhotoStorage } from "./photo-storage.ts";

/** Mode of a folder that other accounts of this machine cannot read. */
const OWNER_ONLY = 0o700;

/**
 * Photos as files under `root`. A file is written under a temporary name, synced and renamed, and then its folder is synced: a
 * power cut leaves the complete photo or none.
 * @param root absolute path, created if missing. Use it in one process at a time: partial files of an earlier one are removed.
 */
export async function openDiskStorage(root: string): Promise<PhotoStorage> {
  const unfinished = join(root, ".unfinished");
  await rm(unfinished, { recursive: true, force: true });
  // Earlier versions created this folder readable by all accounts of the machine.
  await mkdir(unfinished, { recursive: true, mode: OWNER_ONLY });
  await chmod(root, OWNER_ONLY);
  const fileOf = (key: string): string => {
    assertStorageKey(key);
    return join(root, key);
  };
  return {
    kind: "disk",
    async put(key, bytes) {
      const file = fileOf(key);
      const temporary = join(unfinished, randomUUID());
      try {
        await writeSynced(temporary, bytes);
        const firstMade = await mkdir(dirname(file), { recursive: true, mode: OWNER_ONLY });
        await rename(temporary, file);
        await syncFolders(root, dirname(file), firstMade !== undefined);
      } catch (cause) {
        await rm(temporary, { force: true });
        throw isDiskFull(cause) ? diskFull(cause) : cause;
      }
    },
    async get(key) {
      const handle = await orNull(open(fileOf(key), "r"));
      if (handle === null) return null;
      const { size } = await handle.stat();
      // Node's web streams are the same class, declared separately from the global one.
      const body = Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array>;
      return { body, size };
    },
    async head(key) {
      const stats = await orNull(stat(fileOf(key)));
      return stats === null ? null : { size: stats.size };
    },
    async delete(key) {
      await orNull(unlink(fileOf(key)));
    },
  };
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file name is durable once its folder is synced. A new folder requires a sync of every folder above it. */
async function syncFolders(root: string, folder: string, isNew: boolean): Promise<void> {
  if (process.platform === "win32") return; // a folder cannot be opened on Windows
  const levels = isNew ? relative(root, folder).split("/").length : 0;
  for (let level = 0, current = folder; level <= levels; level += 1, current = dirname(current)) {
    const handle = await open(current, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (cause) {
    if (errorCode(cause) === "ENOENT" || errorCode(cause) === "ENOTDIR") return null;
    throw cause;
  }
}

function isDiskFull(cause: unknown): boolean {
  return errorCode(cause) === "ENOSPC" || errorCode(cause) === "EDQUOT";
}

function errorCode(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}
