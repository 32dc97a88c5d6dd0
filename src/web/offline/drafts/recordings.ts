import { announceChange } from "../changes.ts";
import { type StoredRecording, openDatabase, soundOf } from "../database.ts";
import { writeWithinQuota } from "../write-within-quota.ts";
import { currentMaker, makerIn } from "../user/phone-user.ts";

// What was said and is not in words yet: written second by second, so that a dead battery costs one of them.

type NewRecording = Omit<StoredRecording, "userId" | "durationMs">;

const LOCK = "looby-recording:";

/**
 * Begins to keep a recording for the person on this phone.
 * @returns false when nothing can be kept: the recording then lives in this page only
 */
export async function beginRecording(recording: NewRecording): Promise<boolean> {
  try {
    const database = await openDatabase();
    const transaction = database.transaction(["recordings", "facts"], "readwrite", { durability: "strict" });
    const userId = await makerIn(transaction.objectStore("facts"));
    await transaction.objectStore("recordings").put({ ...recording, userId, durationMs: 0 });
    await transaction.done;
    return true;
  } catch {
    return false; // a private window, a full disk: speaking must work all the same
  }
}

/** Adds the next piece of sound. A recording that was discarded meanwhile stays discarded. */
export async function addChunk(
  id: string,
  index: number,
  chunk: { bytes: ArrayBuffer; durationMs: number },
): Promise<void> {
  // Relaxed durability, the browsers' default, would leave it in the system's memory.
  await writeWithinQuota(["recordings", "recordingChunks"], "strict", async (transaction) => {
    const recordings = transaction.objectStore("recordings");
    const recording = await recordings.get(id);
    if (recording === undefined) return;
    await recordings.put({ ...recording, durationMs: chunk.durationMs });
    if (chunk.bytes.byteLength > 0)
      await transaction.objectStore("recordingChunks").put(chunk.bytes, [id, index]);
  });
}

/** Its sound, as much of it as there is; null when there is none, or when it is another person's. */
export async function readSound(id: string): Promise<Blob | null> {
  const database = await openDatabase();
  const [recording, userId] = await Promise.all([database.get("recordings", id), currentMaker(database)]);
  if (recording === undefined || recording.userId !== userId) return null;
  const chunks = await database.getAll("recordingChunks", soundOf(id));
  return chunks.length === 0 ? null : new Blob(chunks, { type: recording.type });
}

/** Those of the person on this phone that nobody is making or reading right now, in any window; oldest first. */
export async function listUnsent(): Promise<StoredRecording[]> {
  const database = await openDatabase();
  const [recordings, userId, held] = await Promise.all([
    database.getAll("recordings"),
    currentMaker(database),
    heldIds(),
  ]);
  return recordings
    .filter((recording) => recording.userId === userId && !held.has(recording.id))
    .toSorted((one, other) => one.startedAt - other.startedAt);
}

export async function discardRecording(id: string): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction(["recordings", "recordingChunks"], "readwrite", {
    durability: "strict",
  });
  await transaction.objectStore("recordings").delete(id);
  await transaction.objectStore("recordingChunks").delete(soundOf(id));
  await transaction.done;
  announceChange();
}

const holds = new Map<string, () => void>();

/** Marks a recording as being worked on in this page, until it is released or the page ends. */
export function holdRecording(id: string): void {
  if (holds.has(id)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  holds.set(id, resolve);
  // Missing on plain http, where there is no microphone either.
  void navigator.locks?.request(LOCK + id, async () => await promise).then(announceChange);
}

/** Nobody here works on it any more: it shows among what is unsent, if it still is there. */
export function releaseRecording(id: string): void {
  holds.get(id)?.();
  holds.delete(id);
}

async function heldIds(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = "" }) => name.slice(LOCK.length)));
}
