import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { MemoryType } from "#shared/features/memories/contract.ts";
import type { RecordingPurpose } from "#shared/features/voice/recording.ts";
import type { Operation } from "#shared/outbox/operation.ts";
import type { SentOperation } from "#shared/outbox/sent.ts";

/** A query's result as it was last heard. */
export interface CachedQuery {
  /** Whose answer it is; null when nobody was known yet. */
  userId: string | null;
  query: unknown;
}

/** A part of the local copy: what a phone has fetched to answer from without a signal. */
export interface StoredCopy {
  /** Whose it is. */
  userId: string;
  /** When the server was heard, in milliseconds since the epoch. */
  at: number;
  data: unknown;
}

/** Something said that is not in words yet, without its sound. */
export interface StoredRecording {
  id: string;
  userId: string;
  purpose: RecordingPurpose;
  /** What a memory was announced as. */
  memoryType: MemoryType | null;
  /** Of its sound, as the recorder named it. */
  type: string;
  /** Epoch milliseconds. */
  startedAt: number;
  durationMs: number;
}

export interface LoobyDatabase extends DBSchema {
  /** Writes not yet on the server. */
  outbox: { key: number; value: Operation; indexes: { id: string } };
  /** Writes the server has confirmed, for the day it is set back to a backup. */
  sent: { key: string; value: SentOperation };
  /** The bodies of both by operation id: apart, because a photo is not to be written again with every attempt. */
  bodies: { key: string; value: unknown };
  /** Answers by operation id, for what depends on them and for the tab that waits for them. `at`: epoch milliseconds. */
  answers: { key: string; value: { result: unknown; at: number } };
  /** Query results for the next start without signal, by query hash. */
  queries: { key: string; value: CachedQuery };
  /** Small facts the page and the worker share, such as who is signed in. */
  facts: { key: string; value: unknown };
  /** By name; see local-copy.ts. */
  copies: { key: string; value: StoredCopy };
  recordings: { key: string; value: StoredRecording };
  /** Their sound, by recording and number. */
  recordingChunks: { key: [string, number]; value: ArrayBuffer };
}

/** Keys of the pieces of a recording's sound, in `recordingChunks`. */
export function soundOf(recordingId: string): IDBKeyRange {
  return IDBKeyRange.bound([recordingId, 0], [recordingId, Number.MAX_SAFE_INTEGER]);
}

export type Database = IDBPDatabase<LoobyDatabase>;

const VERSION = 4;

let opened: Promise<Database> | null = null;

/**
 * The browser's database of Looby; page and service worker open the same one.
 * @throws DOMException when the browser keeps nothing (private windows of some), or when a newer version of the app has
 * changed it
 */
export function openDatabase(): Promise<Database> {
  opened ??= open();
  return opened;
}

async function open(): Promise<Database> {
  try {
    return await openDB<LoobyDatabase>("looby", VERSION, {
      upgrade(database, from) {
        if (from < 1) {
          const outbox = database.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
          outbox.createIndex("id", "id", { unique: true });
          for (const store of ["bodies", "answers", "queries", "facts"] as const)
            database.createObjectStore(store);
        }
        if (from < 2) {
          database.createObjectStore("recordings", { keyPath: "id" });
          database.createObjectStore("recordingChunks");
        }
        if (from < 3) database.createObjectStore("copies");
        if (from < 4) database.createObjectStore("sent", { keyPath: "id" });
      },
      blocking(_current, _blocked, event) {
        // A newer version of the app wants to upgrade: let go.
        forget();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: forget,
    });
  } catch (error) {
    forget();
    throw error;
  }
}

/** The next call opens it again. */
function forget(): void {
  opened = null;
}
