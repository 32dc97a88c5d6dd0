import { readOperation } from "#shared/outbox/read-operation.ts";
import type { Operation } from "#shared/outbox/operation.ts";

/**
 * All rows of the outbox, of every user of this browser, in the order they were made.
 * @param store the object store, in the caller's transaction
 */
export async function outboxRows(store: { getAll(): Promise<Operation[]> }): Promise<Operation[]> {
  return (await store.getAll()).map(readOperation);
}
