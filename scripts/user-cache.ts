import { createHash, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

// Prepared test data lies outside of the checkout, so that a fresh clone finds it.

const UNUSED_MS = 7 * 24 * 3_600_000;

/**
 * A prepared file or folder of this user. It is made if it is missing or differs from what was made.
 * @param kind entries of this kind that were not used for a week are deleted
 * @param state differs whenever the content would
 * @param make writes the file or folder to the given path
 * @returns its path; the content must not be changed
 */
export async function cached(
  kind: string,
  state: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  const folder = join(cacheFolder(), kind);
  const entry = join(folder, state);
  const content = join(entry, "content");
  if (await isIntact(entry)) {
    await utimes(entry, new Date(), new Date());
    return content;
  }
  await mkdir(folder, { recursive: true });
  await deleteUnused(folder);
  const unfinished = join(folder, `unfinished-${randomUUID()}`);
  await mkdir(unfinished);
  await make(join(unfinished, "content"));
  await writeFile(join(unfinished, "digest"), await digestOf(join(unfinished, "content")));
  // Another run may have made the same meanwhile: either is good.
  if (!(await isIntact(entry))) await rm(entry, { recursive: true, force: true });
  await rename(unfinished, entry).catch(() => rm(unfinished, { recursive: true, force: true }));
  return content;
}

/** The user's cache folder, or the checkout's where the user has none. */
export function cacheFolder(): string {
  const folder = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "looby");
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    return join(import.meta.dirname, "../.cache");
  }
}

async function isIntact(entry: string): Promise<boolean> {
  try {
    const digest = await readFile(join(entry, "digest"), "utf8");
    return digest === (await digestOf(join(entry, "content")));
  } catch {
    return false;
  }
}

/** Deletes the entries of a folder that were not used for a week, among them what killed runs left unfinished. */
export async function deleteUnused(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const entry = join(folder, name);
    // Another run may finish or delete an entry meanwhile.
    const used = await stat(entry).catch(() => null);
    if (used !== null && Date.now() - used.mtimeMs > UNUSED_MS)
      await rm(entry, { recursive: true, force: true });
  }
}

/** Of a file's bytes, or of the names and bytes of all files in a folder. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  if (!(await stat(path)).isDirectory()) return hash.update(await readFile(path)).digest("hex");
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.toSorted()) hash.update(file.slice(path.length)).update(await readFile(file));
  return hash.digest("hex");
}
