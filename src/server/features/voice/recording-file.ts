import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "#shared/id.ts";

/** Far longer than a transcription takes, so older files were left by a crash. */
const LEFT_BEHIND_MS = 30 * 60_000;

/**
 * Gives the engine a temporary file with these bytes on this server.
 * @param folder created if missing; used for nothing else
 */
export async function withRecordingFile<T>(
  folder: string,
  bytes: Uint8Array,
  work: (path: string) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftBehind(folder);
  const path = join(folder, `${newId()}.recording`);
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null); // its call has just ended
    if (file !== null && Date.now() - file.mtimeMs >= LEFT_BEHIND_MS) await rm(path, { force: true });
  }
}
