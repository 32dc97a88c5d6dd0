import type { IDBPTransaction, StoreNames } from "idb";
import { inDatabase } from "./database.ts";
import type { LoobyDatabase } from "./schema.ts";
import { forgetSent } from "./set-back/sent.ts";

type Stores = StoreNames<LoobyDatabase>[];

/** Whether a write failed because the device has no room left. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/**
 * Writes a user's data, all or nothing. When the device is full, deletes the cached query answers and the sent operations first and
 * tries again: the server has those, while the user's new data exists only here.
 * @param work may run several times
 * @param durability `strict` where the data must survive a dead battery from now on
 * @throws DOMException `QuotaExceededError` when there is still no room
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
  await inDatabase((database) => database.clear("queries"));
  await dropSent();
  return await writeAll(stores, durability, work);
}

async function dropSent(): Promise<void> {
  const stores = ["outbox", "answers", "bodies", "sent"] as const;
  await inDatabase(async (database) => {
    const transaction = database.transaction(stores, "readwrite");
    // The tab that created the operation may still wait for its answer.
    await forgetSent(transaction, { isAnswerForgotten: () => false });
    await transaction.done;
  });
}

async function writeAll<const S extends Stores, T>(
  stores: S,
  durability: IDBTransactionDurability,
  work: (transaction: IDBPTransaction<LoobyDatabase, S, "readwrite">) => Promise<T>,
): Promise<T> {
  return await inDatabase(async (database) => {
    const transaction = database.transaction(stores, "readwrite", { durability });
    try {
      const result = await work(transaction);
      await transaction.done;
      return result;
    } catch (error) {
      abort(transaction);
      throw error;
    }
  });
}

/** Aborts the transaction. When the browser rejects a row at once, the rows written before are not undone automatically. */
function abort(transaction: { abort: () => void }): void {
  try {
    transaction.abort();
  } catch {
    // Already over: the failed request has aborted it.
  }
}
