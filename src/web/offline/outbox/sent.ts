import type { IDBPTransaction } from "idb";
import type { Endpoint } from "#shared/http/endpoint.ts";
import type { Operation } from "#shared/outbox/operation.ts";
import { givenBy, replacements, withReplaced } from "#shared/outbox/sent.ts";
import type { LoobyDatabase } from "../database.ts";
import { outboxRows } from "./outbox-rows.ts";
import { EPOCH_FACT, readEpoch } from "../recovery/set-back-fact.ts";

// Writes the server has confirmed, retained for as long as it may be restored from a backup made before them.

type Sending = IDBPTransaction<
  LoobyDatabase,
  ("outbox" | "answers" | "bodies" | "sent" | "facts")[],
  "readwrite"
>;

/** Stores a confirmed write, in the transaction that removes it from the outbox. */
export async function rememberSent(
  transaction: Sending,
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
    epoch: readEpoch(await transaction.objectStore("facts").get(EPOCH_FACT))?.epoch ?? null,
    bytes: bytesOf(body),
  });
}

/** After a write was repeated on a restored server, replaces its old ids and paths by the new ones in the waiting writes. */
export async function giveAnew(
  transaction: Sending,
  { id, userId, given }: Operation,
  result: unknown,
): Promise<void> {
  const map = replacements(given, givenBy(result));
  if (map.size === 0) return;
  const outbox = transaction.objectStore("outbox");
  const bodies = transaction.objectStore("bodies");
  for (const operation of await outboxRows(outbox)) {
    if (operation.userId !== userId || operation.id === id) continue;
    const params = withReplaced(operation.params, map);
    if (params !== undefined && params !== operation.params) await outbox.put({ ...operation, params });
    const body = await bodies.get(operation.id);
    const now = withReplaced(body, map);
    if (now !== body) await bodies.put(now, operation.id);
  }
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
