import { type DBSchema, type IDBPDatabase, unwrap, wrap } from "idb";
import type { MemoryType } from "#shared/features/memories/contract.ts";
import type { RecordingPurpose } from "#shared/features/voice/recording.ts";
import type { Operation } from "#shared/outbox/operation.ts";
import { readOperation } from "#shared/outbox/read-operation.ts";
import type { SentOperation } from "#shared/features/set-back/sent.ts";
import { announceChange } from "./changes.ts";

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

const VERSION = 4;

/** Milliseconds to wait for the browser; later it never answers. Queries and forms wait for it. */
const PATIENCE_MS = 5000;
const AFTER_WAKING_MS = 500;
/** After a response, a connection is considered alive only for this time. */
const TRUSTED_MS = 10_000;

let opened: Promise<Database> | null = null;
let hasOpened = false;
let isInMemory = false;
/** Milliseconds of `performance.now()`. */
let answeredAt = 0;
let onCleared: () => void = () => undefined;

/**
 * Opens the browser's database of Looby, which the page and the service worker share, and opens it again if the browser has closed it.
 * Where the browser refuses its storage or stops answering, all data is stored in memory until the page is closed: see `storesNothing`.
 * @throws DOMException `VersionError` when a newer version of the app has changed the database
 */
export async function openDatabase(): Promise<Database> {
  opened ??= open();
  const opening = opened;
  const database = await opening;
  try {
    // Throws when the connection is closed, which browsers do not always report.
    unwrap(database).transaction("facts");
    if (performance.now() - answeredAt > TRUSTED_MS) await answerOf(unwrap(database));
    return database;
  } catch {
    unwrap(database).close();
    if (opened === opening) forget();
    opened ??= open();
    return await opened;
  }
}

/** Whether all written data is lost when the page is closed, because the browser refuses its storage. */
export function storesNothing(): boolean {
  return isInMemory;
}

/** Calls back when an empty database has replaced the one of the open page: it was deleted, or can no longer be opened. */
export function whenCleared(listener: () => void): void {
  onCleared = listener;
}

async function open(): Promise<Database> {
  try {
    return await openIt();
  } catch (error) {
    try {
      if (error instanceof DOMException && error.name === "VersionError") throw error;
      if (!isInMemory) await moveToMemory();
      return await openIt();
    } catch (final) {
      forget();
      throw final;
    }
  }
}

async function openIt(): Promise<Database> {
  let isNew = false;
  let isLate = false;
  const database = await inTime<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("looby", VERSION);
    request.addEventListener("error", () => reject(request.error));
    request.addEventListener("success", () => {
      if (isLate) request.result.close();
      else resolve(request.result);
    });
    request.addEventListener("upgradeneeded", ({ oldVersion }) => {
      isNew = oldVersion === 0;
      upgrade(request.result, oldVersion);
    });
  }).finally(() => {
    isLate = true;
  });
  await answerOf(database);
  database.addEventListener("close", reopen);
  // A newer version of the app wants to upgrade, or the database is deleted: close the connection.
  database.addEventListener("versionchange", ({ newVersion }) => {
    forget();
    database.close();
    if (newVersion === null) reopen();
  });
  if (isNew && hasOpened) onCleared();
  hasOpened = true;
  return wrap(database) as Database; // the stores are those of `upgrade`
}

/** Reads once, because a browser may open the database and never answer. */
async function answerOf(database: IDBDatabase): Promise<void> {
  await inTime<number>((resolve, reject) => {
    const request = database.transaction("facts").objectStore("facts").count();
    request.addEventListener("error", () => reject(request.error));
    request.addEventListener("success", () => resolve(request.result));
  });
  answeredAt = performance.now();
}

async function inTime<T>(ask: (resolve: (answer: T) => void, reject: (error: unknown) => void) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error("The browser's database does not answer."));
    // When a phone wakes up, a timer that expired during its sleep may fire before the answer arrives.
    timer = setTimeout(() => (timer = setTimeout(fail, AFTER_WAKING_MS)), PATIENCE_MS);
  });
  return await Promise.race([new Promise<T>(ask), tooLate]).finally(() => clearTimeout(timer));
}

/** Replaces the browser's IndexedDB in this page by one in memory. */
async function moveToMemory(): Promise<void> {
  const classes = await import("fake-indexeddb");
  for (const [name, value] of Object.entries({ ...classes, indexedDB: new classes.IDBFactory() })) {
    passAs(Reflect.get(globalThis, name), value);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  isInMemory = true;
}

/** `idb` has noted the browser's classes with the first database it wrapped, and wraps only their instances. */
function passAs(known: unknown, fake: unknown): void {
  if (typeof known !== "function" || typeof fake !== "function" || known === fake) return;
  const isOf = (thing: unknown, made: unknown) => Function.prototype[Symbol.hasInstance].call(made, thing);
  const value = (thing: unknown) => isOf(thing, known) || isOf(thing, fake);
  Object.defineProperty(known, Symbol.hasInstance, { value, configurable: true });
}

function upgrade(database: IDBDatabase, from: number): void {
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

/** Opens the database at once, so that waiting work continues. */
function reopen(): void {
  forget();
  openDatabase().then(announceChange, () => undefined);
}

/** Forces the next call to open the database again. */
function forget(): void {
  opened = null;
}
