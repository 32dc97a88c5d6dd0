import type { Operation } from "#shared/outbox/operation.ts";
import { amended, isAbout, type SentOperation } from "#shared/outbox/sent.ts";
import { openDatabase } from "../database.ts";
import { outboxRows } from "../outbox/outbox-rows.ts";

/**
 * Applies a confirmed deletion or change to the sent operations, which are retained in case the server is restored from a backup. After
 * a deletion, the operations that made or changed the deleted thing are removed, with their photos. After a change, earlier
 * operations on the same thing get the new values.
 * @param change the deletion or change the server has confirmed
 */
export async function forgetInSent(change: Operation, isDeletion: boolean): Promise<void> {
  const stores = ["outbox", "sent", "bodies"] as const;
  const transaction = (await openDatabase()).transaction(stores, "readwrite");
  const sent = transaction.objectStore("sent");
  const bodies = transaction.objectStore("bodies");
  const rows = await sent.getAll();
  if (isDeletion) {
    const waiting = await outboxRows(transaction.objectStore("outbox"));
    for (const { id } of doomedWith(change, rows, waiting)) {
      await sent.delete(id);
      await bodies.delete(id);
    }
  } else {
    const body: unknown = await bodies.get(change.id);
    for (const row of rows) {
      const now = amended(row, await bodies.get(row.id), { ...change, body });
      if (now === null) continue;
      await bodies.put(now, row.id);
      await sent.put({ ...row, operation: { ...row.operation, label: change.label } });
    }
  }
  await transaction.done;
}

/** Sent operations to remove, with the uploads that nothing else needs. */
function doomedWith(
  change: Operation,
  rows: readonly SentOperation[],
  waiting: readonly Operation[],
): SentOperation[] {
  const doomed = rows.filter((row) => isAbout(row, change));
  const others = rows.filter((row) => !doomed.includes(row)).map(({ operation }) => operation);
  const needed = new Set([
    ...waiting.flatMap(({ id, dependsOn }) => (id === change.id ? [] : [id, ...dependsOn])),
    ...others.flatMap(({ dependsOn }) => dependsOn),
  ]);
  const parts = new Set(doomed.flatMap(({ operation }) => operation.dependsOn));
  return rows.filter((row) => (doomed.includes(row) || parts.has(row.id)) && !needed.has(row.id));
}
