import type { IDBPObjectStore } from "idb";
import type { SentOperation } from "#shared/outbox/sent.ts";
import type { LoobyDatabase } from "../database.ts";
import { outboxRows } from "../outbox/outbox-rows.ts";

type Name = "outbox" | "answers" | "bodies" | "sent";

/** A transaction over at least these stores. */
interface OverThese {
  objectStore<N extends Name>(
    name: N,
  ): Pick<IDBPObjectStore<LoobyDatabase, Name[], N, "readwrite">, "getAll" | "getAllKeys" | "delete">;
}

/**
 * Deletes answers and bodies of sent operations, except those that waiting operations depend on and the bodies of operations still
 * retained for a restored server.
 * @param isForgotten selects the operations no longer retained for a restored server. Default: all
 */
export async function forgetSent(
  transaction: OverThese,
  isForgotten: (sent: SentOperation) => boolean = () => true,
): Promise<void> {
  const sent = transaction.objectStore("sent");
  const remembered = new Set<string>();
  for (const row of await sent.getAll())
    if (isForgotten(row)) await sent.delete(row.id);
    else remembered.add(row.id);
  const waiting = await outboxRows(transaction.objectStore("outbox"));
  const needed = new Set(waiting.flatMap(({ id, dependsOn }) => [id, ...dependsOn]));
  for (const name of ["answers", "bodies"] as const) {
    const store = transaction.objectStore(name);
    for (const id of await store.getAllKeys())
      if (!needed.has(id) && !(name === "bodies" && remembered.has(id))) await store.delete(id);
  }
}
