import type { IDBPObjectStore } from "idb";
import { amended, givenBy, type SentOperation } from "#shared/features/set-back/sent.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import type { Operation } from "#shared/outbox/operation.ts";
import { inDatabase } from "../database.ts";
import { type LoobyDatabase, outboxRows } from "../schema.ts";

// Writes the server has confirmed, retained for as long as it may be restored from a backup made before them.

/** Key of `{ epoch }`: the data epoch in the server's last response. */
export const EPOCH_FACT = "epoch";

/** A transaction over at least these stores. */
interface Over<Name extends "outbox" | "answers" | "bodies" | "sent" | "facts"> {
  objectStore<N extends Name>(
    name: N,
  ): Pick<
    IDBPObjectStore<LoobyDatabase, Name[], N, "readwrite">,
    "get" | "getAll" | "getAllKeys" | "put" | "delete"
  >;
}

/** Stores a confirmed write, in the transaction that removes it from the outbox. */
export async function rememberSent(
  transaction: Over<"bodies" | "sent" | "facts">,
  { given: _, ...operation }: Operation,
  { endpoint, result }: { endpoint: Endpoint | undefined; result: unknown },
): Promise<void> {
  const body = await transaction.objectStore("bodies").get(operation.id);
  const known = (await transaction.objectStore("facts").get(EPOCH_FACT)) as { epoch: string } | undefined; // see set-back.ts
  await transaction.objectStore("sent").put({
    id: operation.id,
    userId: operation.userId,
    operation: { ...operation, label: labelOf(operation, endpoint) },
    given: givenBy(result),
    at: Date.now(),
    epoch: known?.epoch ?? null,
    bytes: sizeOf(body),
  });
}

/** Label for the list of sent operations. It must not name a thing that was deleted or changed since. */
function labelOf({ label }: Operation, endpoint: Endpoint | undefined): string {
  if (endpoint?.method === "DELETE") return "A deletion";
  return endpoint?.encoding === "multipart" ? "A photo" : label;
}

/** Approximate size of a value in bytes: one per character of names and texts, eight per number. */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (value instanceof Blob) return value.size;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  if (Array.isArray(value)) return value.reduce((sum: number, entry) => sum + sizeOf(entry), 0);
  if (typeof value !== "object" || value === null) return 8;
  return Object.entries(value).reduce((sum, [name, entry]) => sum + name.length + sizeOf(entry), 0);
}

/**
 * Deletes answers and bodies of sent operations, except those that waiting operations depend on and the bodies of operations still
 * retained for a restored server.
 * @param isForgotten selects the operations no longer retained for a restored server. Default: all
 * @param isAnswerForgotten default: every answer
 */
export async function forgetSent(
  transaction: Over<"outbox" | "answers" | "bodies" | "sent">,
  {
    isForgotten = (rows) => rows,
    isAnswerForgotten = () => true,
  }: {
    isForgotten?: (rows: SentOperation[]) => SentOperation[];
    isAnswerForgotten?: (answer: { result: unknown; at: number }) => boolean;
  } = {},
): Promise<void> {
  const sent = transaction.objectStore("sent");
  for (const { id } of isForgotten(await sent.getAll())) await sent.delete(id);
  const remembered = new Set(await sent.getAllKeys());
  const waiting = await outboxRows(transaction.objectStore("outbox"));
  const needed = new Set(waiting.flatMap(({ id, dependsOn }) => [id, ...dependsOn]));
  const [answers, bodies] = [transaction.objectStore("answers"), transaction.objectStore("bodies")];
  for (const id of await answers.getAllKeys()) {
    const answer = await answers.get(id);
    if (!needed.has(id) && answer !== undefined && isAnswerForgotten(answer)) await answers.delete(id);
  }
  for (const id of await bodies.getAllKeys())
    if (!needed.has(id) && !remembered.has(id)) await bodies.delete(id);
}

/**
 * Applies a confirmed change to earlier sent operations on the same thing: the server may need them again, and the old text must not stay
 * stored.
 */
export async function amendSent(change: Operation): Promise<void> {
  await inDatabase(async (database) => {
    const transaction = database.transaction(["sent", "bodies"], "readwrite");
    const [sent, bodies] = [transaction.objectStore("sent"), transaction.objectStore("bodies")];
    const body: unknown = await bodies.get(change.id);
    for (const row of await sent.getAll()) {
      const now = amended(row, await bodies.get(row.id), { ...change, body });
      if (now === null) continue;
      await bodies.put(now, row.id);
      await sent.put({ ...row, operation: { ...row.operation, label: change.label } });
    }
    await transaction.done;
  });
}
