import type { IDBPObjectStore } from "idb";
import { amended, givenBy, isAbout, type SentOperation } from "#shared/features/set-back/sent.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import type { Operation } from "#shared/outbox/operation.ts";
import { type LoobyDatabase, openDatabase } from "../database.ts";
import { outboxRows } from "../outbox/outbox-rows.ts";

// Writes the server has confirmed, retained for as long as it may be restored from a backup made before them.

const EPOCH_FACT = "epoch";

/** A transaction over at least these stores. */
interface Over<Name extends "outbox" | "answers" | "bodies" | "sent" | "facts"> {
  objectStore<N extends Name>(
    name: N,
  ): Pick<
    IDBPObjectStore<LoobyDatabase, Name[], N, "readwrite">,
    "get" | "getAll" | "getAllKeys" | "put" | "delete"
  >;
}

/** The epoch of the server's data as last heard; null before the server has sent it. */
export async function knownEpoch(facts: { get(key: string): Promise<unknown> }): Promise<string | null> {
  const fact = await facts.get(EPOCH_FACT);
  return typeof fact === "object" && fact !== null && "epoch" in fact ? (fact.epoch as string) : null; // see setEpoch
}

export async function setEpoch(
  facts: { put(value: unknown, key: string): Promise<unknown> },
  epoch: string,
): Promise<void> {
  await facts.put({ epoch }, EPOCH_FACT);
}

/** Stores a confirmed write, in the transaction that removes it from the outbox. */
export async function rememberSent(
  transaction: Over<"bodies" | "sent" | "facts">,
  { given: _, ...operation }: Operation,
  { endpoint, result }: { endpoint: Endpoint | undefined; result: unknown },
): Promise<void> {
  const body = await transaction.objectStore("bodies").get(operation.id);
  await transaction.objectStore("sent").put({
    id: operation.id,
    userId: operation.userId,
    operation: { ...operation, label: labelOf(operation, endpoint) },
    given: givenBy(result),
    at: Date.now(),
    epoch: await knownEpoch(transaction.objectStore("facts")),
    bytes: bytesOf(body),
  });
}

/** Label for the list of sent operations. It must not name a thing that was deleted or changed since. */
function labelOf({ label }: Operation, endpoint: Endpoint | undefined): string {
  if (endpoint?.method === "DELETE") return "A deletion";
  return endpoint?.encoding === "multipart" ? "A photo" : label;
}

function bytesOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (value instanceof Blob) return value.size;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part), 0);
}

/**
 * Deletes answers and bodies of sent operations, except those that waiting operations depend on and the bodies of operations still
 * retained for a restored server.
 * @param select the operations no longer retained for a restored server. Default: all
 * @param answersBefore newer answers stay; in milliseconds since the epoch
 */
export async function forgetSent(
  transaction: Over<"outbox" | "answers" | "bodies" | "sent">,
  select: (rows: SentOperation[]) => SentOperation[] = (rows) => rows,
  answersBefore = Number.POSITIVE_INFINITY,
): Promise<void> {
  const sent = transaction.objectStore("sent");
  for (const { id } of select(await sent.getAll())) await sent.delete(id);
  const remembered = new Set(await sent.getAllKeys());
  const waiting = await outboxRows(transaction.objectStore("outbox"));
  const needed = new Set(waiting.flatMap(({ id, dependsOn }) => [id, ...dependsOn]));
  const [answers, bodies] = [transaction.objectStore("answers"), transaction.objectStore("bodies")];
  for (const id of await answers.getAllKeys())
    if (!needed.has(id) && ((await answers.get(id))?.at ?? 0) < answersBefore) await answers.delete(id);
  for (const id of await bodies.getAllKeys())
    if (!needed.has(id) && !remembered.has(id)) await bodies.delete(id);
}

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
