import { announceChange } from "../changes.ts";
import { inDatabase, storesNothing } from "../database.ts";
import { type StoredRecording, soundOf } from "../schema.ts";
import { writeWithinQuota } from "../write-within-quota.ts";
import { currentMaker, makerIn } from "../user/phone-user.ts";

// Recordings that are not transcribed yet, written second by second, so that a dead battery costs only one second.

type NewRecording = Omit<StoredRecording, "userId" | "durationMs">;

const LOCK = "looby-recording:";

/**
 * Starts storing a recording of the user of this phone.
 * @returns false when it cannot be stored: the recording then exists in this page only
 */
export async function beginRecording(recording: NewRecording): Promise<boolean> {
  try {
    await inDatabase(async (database) => {
      const stores = ["recordings", "facts"] as const;
      const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
      const userId = await makerIn(transaction.objectStore("facts"));
      await transaction.objectStore("recordings").put({ ...recording, userId, durationMs: 0 });
      await transaction.done;
    });
    return !storesNothing();
  } catch {
    return false; // a private window or a full disk: recording must work all the same
  }
}

/** Appends a chunk of sound. A discarded recording is not stored again. */
export async function addChunk(
  id: string,
  index: number,
  chunk: { bytes: ArrayBuffer; durationMs: number },
): Promise<void> {
  // Relaxed durability, the browsers' default, would leave the chunk in the system's memory.
  await writeWithinQuota(["recordings", "recordingChunks"], "strict", async (transaction) => {
    const recordings = transaction.objectStore("recordings");
    const recording = await recordings.get(id);
    if (recording === undefined) return;
    await recordings.put({ ...recording, durationMs: chunk.durationMs });
    if (chunk.bytes.byteLength > 0)
      await transaction.objectStore("recordingChunks").put(chunk.bytes, [id, index]);
  });
}

/** The sound stored so far; null without sound, or when it belongs to another user. */
export async function readSound(id: string): Promise<Blob | null> {
  return await inDatabase(async (database) => {
    const [recording, userId] = await Promise.all([database.get("recordings", id), currentMaker(database)]);
    if (recording === undefined || recording.userId !== userId) return null;
    const chunks = await database.getAll("recordingChunks", soundOf(id));
    return chunks.length === 0 ? null : new Blob(chunks, { type: recording.type });
  });
}

/** Recordings of the user on this phone that are not in use in any window; oldest first. */
export async function listUnsent(): Promise<StoredRecording[]> {
  const [recordings, userId, held] = await inDatabase((database) =>
    Promise.all([database.getAll("recordings"), currentMaker(database), heldIds()]),
  );
  return recordings
    .filter((recording) => recording.userId === userId && !held.has(recording.id))
    .toSorted((one, other) => one.startedAt - other.startedAt);
}

export async function discardRecording(id: string): Promise<void> {
  await inDatabase(async (database) => {
    const stores = ["recordings", "recordingChunks"] as const;
    const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
    await transaction.objectStore("recordings").delete(id);
    await transaction.objectStore("recordingChunks").delete(soundOf(id));
    await transaction.done;
  });
  announceChange();
}

const holds = new Map<string, () => void>();

/** Marks a recording as in use by this page, until it is released or the page closes. */
export function holdRecording(id: string): void {
  if (holds.has(id)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  holds.set(id, resolve);
  // Missing on plain http, where there is no microphone either.
  void navigator.locks?.request(LOCK + id, async () => await promise).then(announceChange);
}

/** Releases a recording: if it still exists, it is listed among the unsent ones. */
export function releaseRecording(id: string): void {
  holds.get(id)?.();
  holds.delete(id);
}

async function heldIds(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = "" }) => name.slice(LOCK.length)));
}
