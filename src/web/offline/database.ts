import { unwrap, wrap } from "idb";
import {
  closeConnection,
  countAbsences,
  noteConnection,
  noteTransaction,
  untilShown,
  whenShownAgain,
} from "./absence.ts";
import { announceChange } from "./changes.ts";
import { type Database, upgrade, VERSION } from "./schema.ts";

/** Milliseconds after which a silent browser is asked again. */
const PATIENCE_MS = 30_000;
const AFTER_WAKING_MS = 500;
/** A browser that was silent this often at the page's start has no database for this page. */
const MOST_SILENCES = 2;

let opened: Promise<Database> | null = null;
/** Whether the browser's database has answered in this page: memory never replaces it from then on. */
let hasOpened = false;
const disk = Promise.withResolvers<void>();
let isInMemory = false;
let onCleared: () => void = () => undefined;
let onMemoryChange: (isInMemory: boolean) => void = () => undefined;

whenShownAgain(reopen, mayLoadAgain);

/** The browser has not answered in time. */
class Silence extends Error {}

/**
 * Runs work on the browser's database of Looby, which the page and the service worker share. Waits for a slow browser. Work that is cut
 * off runs again: because the browser has closed the database, or because the page was left, once the page is shown again.
 * @param work may run several times
 * @throws DOMException when the browser refuses its storage, or `VersionError` when a newer version of the app has changed the database
 */
export async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  for (let wasClosed = false; ;) {
    await untilShown();
    const before = countAbsences();
    const database = await openDatabase();
    try {
      return await work(database);
    } catch (error) {
      const wasLeft = countAbsences() !== before;
      if (!CUT_OFF.includes(nameOf(error)) || (wasClosed && !wasLeft)) throw error;
      wasClosed = !wasLeft;
      if (closeConnection(unwrap(database))) opened = null;
    }
  }
}

/** The open database, for tests; the product uses `inDatabase`. */
export async function openDatabase(): Promise<Database> {
  opened ??= open();
  const opening = opened;
  try {
    return await opening;
  } catch (error) {
    if (opened === opening) opened = null;
    throw error;
  }
}

/** Resolves when the browser's own database is open; never in a browser that refuses it. */
export async function untilOnDisk(): Promise<void> {
  await openDatabase();
  await disk.promise;
}

/** Whether all written data is lost when the page is closed, because the browser refuses its storage. */
export function storesNothing(): boolean {
  return isInMemory;
}

/** Calls back when an empty database has replaced the one of the open page, because it was deleted. */
export function whenCleared(listener: () => void): void {
  onCleared = listener;
}

/** Calls back when the page moves to memory, and when it is back in the browser's database. */
export function whenMemoryChanges(listener: (isInMemory: boolean) => void): void {
  onMemoryChange = listener;
  if (isInMemory) listener(true);
}

async function open(): Promise<Database> {
  for (let silences = 0; ;) {
    const before = countAbsences();
    try {
      const database = await connect(indexedDB);
      if (!isInMemory) noteDisk();
      return database;
    } catch (error) {
      if (countAbsences() !== before) continue;
      const isLasting = hasOpened || isInMemory;
      const isSilent = error instanceof Silence;
      if (isSilent) silences += 1;
      if (isSilent && (isLasting || silences < MOST_SILENCES)) continue;
      if (isLasting || nameOf(error) === "VersionError") throw error;
      await moveToMemory();
    }
  }
}

/** @throws Silence, DOMException */
async function connect(factory: IDBFactory): Promise<Database> {
  let isNew = false;
  let isLate = false;
  const database = await inTime<IDBDatabase>((resolve, reject) => {
    const request = factory.open("looby", VERSION);
    request.addEventListener("error", () => reject(request.error));
    request.addEventListener("success", () => {
      if (isLate) request.result.close();
      else resolve(request.result);
    });
    request.addEventListener("upgradeneeded", ({ oldVersion }) => {
      isNew = oldVersion === 0;
      if (request.transaction !== null) noteTransaction(request.transaction);
      upgrade(request.result, oldVersion);
    });
  }).finally(() => {
    isLate = true;
  });
  // The failed request reports an abort, too.
  noteConnection(database, (transaction) => void wrap(transaction).done.catch(() => undefined));
  try {
    await answerOf(database);
  } catch (error) {
    closeConnection(database);
    throw error;
  }
  database.addEventListener("close", reopen);
  // A newer version of the app wants to upgrade, or the database is deleted: close the connection.
  database.addEventListener("versionchange", ({ newVersion }) => {
    closeConnection(database);
    opened = null;
    if (newVersion === null) reopen();
  });
  if (isNew && hasOpened) onCleared();
  return wrap(database) as Database; // the stores are those of `upgrade`
}

/** Reads once, because a browser may open the database and never answer. Nothing but a recording holds the store that is read. */
async function answerOf(database: IDBDatabase): Promise<void> {
  await inTime<number>((resolve, reject) => {
    const request = database.transaction("recordingChunks").objectStore("recordingChunks").count();
    request.addEventListener("error", () => reject(request.error));
    request.addEventListener("success", () => resolve(request.result));
  });
}

async function inTime<T>(ask: (resolve: (answer: T) => void, reject: (error: unknown) => void) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const fail = () => reject(new Silence("The browser's database does not answer."));
    // When a phone wakes up, a timer that expired during its sleep may fire before the answer arrives.
    timer = setTimeout(() => (timer = setTimeout(fail, AFTER_WAKING_MS)), PATIENCE_MS);
  });
  return await Promise.race([new Promise<T>(ask), tooLate]).finally(() => clearTimeout(timer));
}

/**
 * Errors of a closed connection or an ended transaction; nothing was written then. `UnknownError`: an iPhone has ended the process that
 * holds its databases while the page was in the background ("Connection to Indexed Database server lost").
 */
const CUT_OFF: readonly string[] = ["AbortError", "InvalidStateError", "UnknownError"];

function nameOf(error: unknown): string {
  return error instanceof DOMException ? error.name : "";
}

async function mayLoadAgain(): Promise<boolean> {
  return !isInMemory || (await (await import("./memory-database.ts")).mayBeLost(connect));
}

/** Opens the database at once, so that waiting work continues. */
function reopen(): void {
  opened = null;
  openDatabase().then(announceChange, () => undefined);
}

function noteDisk(): void {
  hasOpened = true;
  disk.resolve();
}

async function moveToMemory(): Promise<void> {
  const { beginMemory } = await import("./memory-database.ts");
  await beginMemory({
    connect,
    async moveTo(disk) {
      const moving = disk.then((database) => {
        isInMemory = false;
        noteDisk();
        return database;
      });
      // Work that begins meanwhile waits for the move.
      opened = moving.catch(() => open());
      await moving;
      onMemoryChange(false);
      announceChange();
    },
  });
  isInMemory = true;
  onMemoryChange(true);
}
