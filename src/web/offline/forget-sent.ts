import type { IDBPObjectStore } from "idb";
import type { LoobyDatabase } from "./database.ts";
import { outboxRows } from "./outbox-rows.ts";

type Name = "outbox" | "answers" | "bodies";

/** A transaction over at least these stores. */
interface OverThese {
  objectStore<N extends Name>(
    name: N,
  ): Pick<IDBPObjectStore<LoobyDatabase, Name[], N, "readwrite">, "getAll" | "getAllKeys" | "delete">;
}

/** What was sent leaves its body and its answer for a while, for the page. What waits keeps those it depends on. */
export async function forgetSent(transaction: OverThese): Promise<void> {
  const waiting = await outboxRows(transaction.objectStore("outbox"));
  const needed = new Set(waiting.flatMap(({ id, dependsOn }) => [id, ...dependsOn]));
  for (const name of ["answers", "bodies"] as const) {
    const store = transaction.objectStore(name);
    for (const id of await store.getAllKeys()) if (!needed.has(id)) await store.delete(id);
  }
}
