import type { IDBPTransaction } from "idb";
import type { Endpoint } from "#shared/http/endpoint.ts";
import type { Operation } from "#shared/outbox/operation.ts";
import { givenBy, replacements, withReplaced } from "#shared/outbox/sent.ts";
import type { LoobyDatabase } from "../database.ts";
import { outboxRows } from "./outbox-rows.ts";
import { EPOCH_FACT, readEpoch } from "../recovery/set-back-fact.ts";

// What the server has confirmed, for as long as it may be set back to a backup from before.

type Sending = IDBPTransaction<
  LoobyDatabase,
  ("outbox" | "answers" | "bodies" | "sent" | "facts")[],
  "readwrite"
>;

/** Notes a confirmed write, in the transaction in which it leaves the outbox. */
export async function rememberSent(
  transaction: Sending,
  { given: _, rest: _rest, ...operation }: Operation,
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

/** A write was sent again to a server that was set back: writes that name its old ids and paths now name the new ones. */
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

/** What is deleted or was changed since must not stand in a list of what was sent. */
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
