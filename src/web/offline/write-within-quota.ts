import type { IDBPTransaction, StoreNames } from "idb";
import { type LoobyDatabase, openDatabase } from "./database.ts";
import { outboxRows } from "./outbox/outbox-rows.ts";

type Stores = StoreNames<LoobyDatabase>[];

/** Whether a write failed because the device has no room left. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/**
 * Writes what a person made: all of it or nothing. On a full device the answers kept for the next start without a signal go
 * first, and what is remembered of what was sent: the server has them, and what the person made nobody else has.
 * @param work may run twice
 * @param durability `strict` where it has to survive a dead battery from now on
 * @throws DOMException `QuotaExceededError` when there is no room even so
 */
export async function writeWithinQuota<const S extends Stores, T>(
  stores: S,
  durability: IDBTransactionDurability,
  work: (transaction: IDBPTransaction<LoobyDatabase, S, "readwrite">) => Promise<T>,
): Promise<T> {
  try {
    return await writeAll(stores, durability, work);
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  await (await openDatabase()).clear("queries");
  await dropSent();
  return await writeAll(stores, durability, work);
}

async function dropSent(): Promise<void> {
  const stores = ["outbox", "bodies", "sent"] as const;
  const transaction = (await openDatabase()).transaction(stores, "readwrite");
  const sent = transaction.objectStore("sent");
  const waiting = await outboxRows(transaction.objectStore("outbox"));
  const needed = new Set(waiting.flatMap(({ id, dependsOn }) => [id, ...dependsOn]));
  for (const id of await sent.getAllKeys()) {
    await sent.delete(id);
    if (!needed.has(id)) await transaction.objectStore("bodies").delete(id);
  }
  await transaction.done;
}

async function writeAll<const S extends Stores, T>(
  stores: S,
  durability: IDBTransactionDurability,
  work: (transaction: IDBPTransaction<LoobyDatabase, S, "readwrite">) => Promise<T>,
): Promise<T> {
  const transaction = (await openDatabase()).transaction(stores, "readwrite", { durability });
  // An abort is told by what has failed, too.
  transaction.done.catch(() => undefined);
  try {
    const result = await work(transaction);
    await transaction.done;
    return result;
  } catch (error) {
    abort(transaction);
    throw error;
  }
}

/** A row that cannot be written does not undo by itself those before it when the browser refuses it at once. */
function abort(transaction: { abort: () => void }): void {
  try {
    transaction.abort();
  } catch {
    // It is over already: the failed request has aborted it.
  }
}
