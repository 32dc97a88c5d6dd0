import { type DBSchema, type IDBPDatabase } from "idb";
import type { MemoryType } from "#shared/features/memories/contract.ts";
import type { RecordingPurpose } from "#shared/features/voice/recording.ts";
import type { Operation } from "#shared/outbox/operation.ts";
import { readOperation } from "#shared/outbox/read-operation.ts";
import type { SentOperation } from "#shared/features/set-back/sent.ts";

// The stores of the browser's database of Looby, which the page and the service worker share.

/** The last result of a query. */
export interface CachedQuery {
  /** The user who received it; null when no user was known yet. */
  userId: string | null;
  query: unknown;
}

/** A part of the local copy: data a phone has fetched to answer offline. */
export interface StoredCopy {
  /** The user it belongs to. */
  userId: string;
  /** Time of the server's answer, in milliseconds since the epoch. */
  at: number;
  data: unknown;
}

/** A recording that is not transcribed yet, without its sound. */
export interface StoredRecording {
  id: string;
  userId: string;
  purpose: RecordingPurpose;
  /** The memory type the user chose before speaking. */
  memoryType: MemoryType | null;
  /** MIME type of the sound, from the recorder. */
  type: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  durationMs: number;
}

export interface LoobyDatabase extends DBSchema {
  /** Writes not yet on the server. */
  outbox: { key: number; value: Operation; indexes: { id: string } };
  /** Writes the server has confirmed, in case it is restored from a backup. */
  sent: { key: string; value: SentOperation };
  /** Bodies of both, by operation id. Separate, so that a photo is not rewritten with every attempt. */
  bodies: { key: string; value: unknown };
  /** Answers by operation id, for dependent operations and for the tab that waits for them. `at`: milliseconds since the epoch. */
  answers: { key: string; value: { result: unknown; at: number } };
  /** Query results for the next offline start, by query hash. */
  queries: { key: string; value: CachedQuery };
  /** Small facts shared by the page and the worker, such as the signed-in user. */
  facts: { key: string; value: unknown };
  /** By name; see local-copy.ts. */
  copies: { key: string; value: StoredCopy };
  recordings: { key: string; value: StoredRecording };
  /** Sound of the recordings, by recording and chunk number. */
  recordingChunks: { key: [string, number]; value: ArrayBuffer };
}

/**
 * All rows of the outbox, of every user of this browser, in the order they were made.
 * @param store the object store, in the caller's transaction
 */
export async function outboxRows(store: { getAll(): Promise<Operation[]> }): Promise<Operation[]> {
  return (await store.getAll()).map(readOperation);
}

/** Keys of a recording's chunks in `recordingChunks`. */
export function soundOf(recordingId: string): IDBKeyRange {
  return IDBKeyRange.bound([recordingId, 0], [recordingId, Number.MAX_SAFE_INTEGER]);
}

export type Database = IDBPDatabase<LoobyDatabase>;

/** 5 stores the same rows with files as bytes, which a page or worker of version 4 would send as text. */
export const VERSION = 5;

/** Creates the stores that a database of an older version lacks. */
export function upgrade(database: IDBDatabase, from: number): void {
  if (from < 1) {
    const outbox = database.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
    outbox.createIndex("id", "id", { unique: true });
    for (const store of ["bodies", "answers", "queries", "facts"]) database.createObjectStore(store);
  }
  if (from < 2) {
    database.createObjectStore("recordings", { keyPath: "id" });
    database.createObjectStore("recordingChunks");
  }
  if (from < 3) database.createObjectStore("copies");
  if (from < 4) database.createObjectStore("sent", { keyPath: "id" });
}
