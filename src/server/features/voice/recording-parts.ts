import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MAX_AUDIO_PARTS } from "#shared/features/voice/contract.ts";
import { newId } from "#shared/id.ts";
import { AppError } from "#server/http/app-error.ts";

/** Whose recording, and which of the things they are sending. */
export interface RecordingKey {
  userId: string;
  sessionId: string;
}

/** Parts whose recording was never finished are forgotten after this time. */
const PART_LIFE_MS = 30 * 60_000;
/** Of everybody: more than a busy camp sends at once, far less than a disk. */
const MOST_FILES = 60;

/**
 * The folder in which recordings lie while they are turned into text. Parts stay on the server that took them: a proxy
 * in front of several servers must send one recording to one server, or its sender is asked to send it again.
 */
export class RecordingParts {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Keeps a part; the same one again replaces it.
   * @throws AppError `unavailable` when too many are being sent
   */
  async keep(key: RecordingKey, index: number, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    if ((await this.#forgetOld()) >= MOST_FILES) {
      throw new AppError("unavailable", "Many recordings are being sent. Please try again in a minute.", {
        retryAfter: 60,
      });
    }
    // Renamed when whole, so that a part cut by a crash is never taken for one.
    const unfinished = join(this.#folder, `${newId()}.part`);
    await writeFile(unfinished, bytes);
    await rename(unfinished, this.#partPath(key, index));
  }

  /**
   * The parts in one, first to last.
   * @throws AppError `conflict` naming the first part that is not here
   */
  async join(key: RecordingKey, count: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for (let index = 0; index < count; index += 1) {
      const part = await readFile(this.#partPath(key, index)).catch(() => null); // not there
      if (part === null) {
        throw new AppError(
          "conflict",
          `Part ${index + 1} of the recording is missing. Please send it again.`,
        );
      }
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  async discard(key: RecordingKey): Promise<void> {
    for (let index = 0; index < MAX_AUDIO_PARTS; index += 1) {
      await rm(this.#partPath(key, index), { force: true });
    }
  }

  /** Lends a file with these bytes. */
  async withFile<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, `${newId()}.recording`);
    try {
      await writeFile(path, bytes);
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** @returns how many files are left */
  async #forgetOld(): Promise<number> {
    const names = await readdir(this.#folder);
    let left = names.length;
    for (const name of names) {
      const path = join(this.#folder, name);
      const file = await stat(path).catch(() => null); // another call was quicker
      if (file !== null && Date.now() - file.mtimeMs < PART_LIFE_MS) continue;
      await rm(path, { force: true });
      left -= 1;
    }
    return left;
  }

  /** Hashed: ids of clients do not become file names. */
  #partPath({ userId, sessionId }: RecordingKey, index: number): string {
    const name = createHash("sha256").update(`${userId}\n${sessionId}`).digest("hex");
    return join(this.#folder, `${name}.${index}`);
  }
}
