import { readOperation } from "#shared/outbox/read-operation.ts";
import type { Operation } from "#shared/outbox/operation.ts";

/**
 * What waits in the outbox, of everybody who uses this browser, in the order it was made.
 * @param store the object store, in whatever transaction it is read
 */
export async function outboxRows(store: { getAll(): Promise<Operation[]> }): Promise<Operation[]> {
  return (await store.getAll()).map(readOperation);
}
