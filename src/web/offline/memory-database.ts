import { readRows, storeRows } from "./back-from-memory.ts";
import { unwrap } from "idb";
import { closeConnection, closeOthers } from "./absence.ts";
import { areWordsTaken } from "./drafts/draft-ahead.ts";
import type { Database } from "./schema.ts";

/** Milliseconds between two attempts to leave the memory. */
const RETRY_MS = 60_000;

/** The page's own database, which is in memory. */
interface PageDatabase {
  connect(factory: IDBFactory): Promise<Database>;
  /** Takes the browser's database as soon as all rows are in it. */
  moveTo(disk: Promise<Database>): Promise<void>;
}

/** Whether the page may load again: if other pages have taken over its words, which it would send twice, and it has nothing else. */
export async function mayBeLost(connect: PageDatabase["connect"]): Promise<boolean> {
  if (!areWordsTaken()) return false;
  const memory = await connect(indexedDB);
  const rows = (await memory.count("outbox")) + (await memory.count("recordings"));
  closeConnection(unwrap(memory));
  return rows === 0;
}

/** Replaces the browser's IndexedDB in this page by one in memory, until the browser's answers. */
export async function beginMemory(page: PageDatabase): Promise<void> {
  const classes = await import("fake-indexeddb");
  const native = indexedDB;
  const fakes = Object.entries({ ...classes, indexedDB: new classes.IDBFactory() });
  const own = fakes.map(([name]) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of fakes) passAsEachOther(Reflect.get(globalThis, name), value);
  enter();
  let isTrying = false;
  const tryDisk = async () => {
    if (isTrying) return;
    isTrying = true;
    try {
      await page.moveTo(moveRows(await page.connect(native)));
      clearInterval(timer);
    } catch {
      // Refused or silent again.
    }
    isTrying = false;
  };
  const timer = setInterval(() => void tryDisk(), RETRY_MS);
  if ("document" in globalThis)
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && indexedDB !== native) void tryDisk();
    });

  async function moveRows(disk: Database): Promise<Database> {
    try {
      // Work that is under way and begins another transaction is cut off, and runs again on the disk.
      await closeOthers(unwrap(disk));
      const last = await page.connect(indexedDB);
      const rows = await readRows(last);
      closeConnection(unwrap(last));
      leave();
      await storeRows(disk, rows);
      return disk;
    } catch (error) {
      enter();
      closeConnection(unwrap(disk));
      throw error;
    }
  }

  function enter(): void {
    for (const [name, value] of fakes)
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }

  function leave(): void {
    for (const [name, descriptor] of own) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  }
}

/** `idb` has noted the classes of the first database it wrapped, and wraps only their instances. */
function passAsEachOther(one: unknown, other: unknown): void {
  if (typeof one !== "function" || typeof other !== "function" || one === other) return;
  const isOf = (thing: unknown, made: unknown) => Function.prototype[Symbol.hasInstance].call(made, thing);
  const value = (thing: unknown) => isOf(thing, one) || isOf(thing, other);
  for (const made of [one, other])
    Object.defineProperty(made, Symbol.hasInstance, { value, configurable: true });
}
