import { isVisitor } from "#shared/features/account/visitor.ts";
import { newId } from "#shared/id.ts";
import {
  afterWaking,
  CALLS_VERSION,
  discardedWith,
  type NewOperation,
  type Operation,
} from "#shared/outbox/operation.ts";
import type { ClockReading } from "#shared/outbox/phone-clock.ts";
import { announceChange } from "../changes.ts";
import { isServerReachable } from "#web/lib/server/reachability.ts";
import { inDatabase, storesNothing } from "../database.ts";
import { outboxRows } from "../schema.ts";
import { fromStored, toStored, UnreadableFile } from "../stored-bytes.ts";
import { isFull, writeWithinQuota } from "../write-within-quota.ts";
import { CLOCK_FACT, makerIn, nameIn } from "../user/phone-user.ts";

// Writes stored on this device until the server has them. One module for the page and the service worker; sender.ts sends them.

/** Background Sync tag under which the browser wakes the worker when the connection returns. */
export const SYNC_TAG = "looby-outbox";

const NOT_SENT =
  "It was not sent: there is no signal, and this browser cannot store it for later. Please try again when there is one.";

/** The write could not be stored; the message explains why to the user. Its cause is the browser's refusal. */
export class NotQueued extends Error {}

export interface QueuedOperation extends Operation {
  /** Undefined when the device has lost the body. */
  body: unknown;
}

/**
 * Appends operations to the outbox in this order, all or none, replacing those with the ids in `instead`. Once the promise resolves, they
 * survive a dead battery; in a page that `storesNothing()`, only once they have moved to the disk, which queue.ts checks.
 * @throws NotQueued
 */
export async function append(
  operations: readonly NewOperation[],
  instead: readonly string[] = [],
): Promise<Operation[]> {
  try {
    const storable = await Promise.all(
      operations.map(async (draft) => ({ ...draft, body: await toStored(draft.body) })),
    );
    const stored = await write(storable, instead);
    announceChange();
    askForCare().catch(() => undefined); // optional: the write is stored anyway
    return stored;
  } catch (cause) {
    throw cause instanceof NotQueued ? cause : new NotQueued(sentenceFor(cause), { cause });
  }
}

async function write(operations: readonly NewOperation[], instead: readonly string[]): Promise<Operation[]> {
  // Relaxed durability, the browsers' default, would leave the rows in the system's memory.
  return await writeWithinQuota(["outbox", "bodies", "facts"], "strict", async (transaction) => {
    if (storesNothing() && !isServerReachable()) throw new NotQueued(NOT_SENT);
    const outbox = transaction.objectStore("outbox");
    const bodies = transaction.objectStore("bodies");
    const facts = transaction.objectStore("facts");
    const userId = await makerIn(facts);
    const userName = await nameIn(facts);
    // Nothing else is written there.
    const clock = (await facts.get(CLOCK_FACT)) as ClockReading | undefined;
    for (const id of instead) {
      const seq = await outbox.index("id").getKey(id);
      // The new ones may still need answers of operations that were already sent: those stay.
      if (seq === undefined) continue;
      await outbox.delete(seq);
      await bodies.delete(id);
    }
    const stored: Operation[] = [];
    for (const { body, ...draft } of operations) {
      const operation: Omit<Operation, "seq"> = {
        id: newId(),
        dependsOn: [],
        notBefore: 0,
        ...draft,
        userId,
        ...(userName === null ? {} : { userName }),
        createdAt: Date.now(),
        ...(clock === undefined ? {} : { clock }),
        version: CALLS_VERSION,
        state: "queued",
        tries: 0,
        problem: null,
      };
      // The store assigns the sequence number.
      const seq = await outbox.add(operation as Operation);
      await bodies.put(body, operation.id);
      stored.push({ ...operation, seq });
    }
    return stored;
  });
}

/**
 * The queued operations of the user of this phone, oldest first. Read in one transaction with the user: otherwise operations that pass to
 * the next user during the read would be missing from the list.
 */
export async function listOperations(): Promise<Operation[]> {
  return await inDatabase(async (database) => {
    const transaction = database.transaction(["outbox", "facts"]);
    const userId = await makerIn(transaction.objectStore("facts"));
    const rows = await outboxRows(transaction.objectStore("outbox"));
    return rows.filter((operation) => operation.userId === userId);
  });
}

/** Whether the operation is in the outbox of any user. */
export async function isStored(id: string): Promise<boolean> {
  const seq = await inDatabase((database) => database.getKeyFromIndex("outbox", "id", id));
  return seq !== undefined;
}

/** `listOperations` with the body of each operation. */
export async function listQueued(): Promise<QueuedOperation[]> {
  const operations = await listOperations();
  return await Promise.all(
    operations.map(async (operation) => ({ ...operation, body: await findBody(operation.id) })),
  );
}

/** The body of an operation, also after sending while others depend on it; undefined when it is lost or deleted. */
export async function findBody(id: string): Promise<unknown> {
  return fromStored(await inDatabase((database) => database.get("bodies", id)));
}

/** The server's answer to an operation, retained for an hour and while others depend on it. */
export async function findAnswer(id: string): Promise<{ result: unknown; at: number } | undefined> {
  return await inDatabase((database) => database.get("answers", id));
}

/**
 * Puts operations that a page still shows back into a database that was cleared: those of the user of this phone, and those of a
 * visitor, which pass to the next user as in set-user.ts.
 */
export async function putBack(operations: readonly QueuedOperation[]): Promise<void> {
  for (const { body, ...operation } of operations) {
    // Clearing may have deleted a photo, too. The operation then reports that it is missing.
    const putWhole = async () => putOneBack(operation, await toStored(body));
    await putWhole().catch(async () => putOneBack(operation, undefined));
  }
  announceChange();
}

async function putOneBack(operation: Operation, body: unknown): Promise<void> {
  await writeWithinQuota(["outbox", "bodies", "facts"], "strict", async (transaction) => {
    const outbox = transaction.objectStore("outbox");
    const userId = await makerIn(transaction.objectStore("facts"));
    if (operation.userId !== userId && !isVisitor(operation.userId)) return;
    // Another tab may have been faster.
    if ((await outbox.index("id").getKey(operation.id)) !== undefined) return;
    // The new database counts from 1 again. If a newer write has this place, that write is moved behind.
    const newer = await outbox.get(operation.seq);
    await outbox.put({ ...operation, userId });
    if (newer !== undefined) {
      const { seq: _, ...row } = newer;
      await outbox.add(row as Operation);
    }
    await transaction.objectStore("bodies").put(body, operation.id);
  });
}

/** Queues refused operations again, unchanged. */
export async function retry(ids: readonly string[]): Promise<void> {
  await edit((operation) =>
    ids.includes(operation.id)
      ? { ...operation, state: "queued", tries: 0, notBefore: 0, problem: null }
      : operation,
  );
}

/** Sets operations that wait for their next attempt due now, because something has changed. */
export async function wake(): Promise<void> {
  await edit(afterWaking);
}

/** Updates an operation if it still exists: the user may have discarded it. */
export async function update(changed: Operation): Promise<void> {
  // Its place may be another one since it was read: see `putBack`.
  await edit((operation) => (operation.id === changed.id ? { ...changed, seq: operation.seq } : operation));
}

/** Discards a queued write, the operations that depend on it, and the uploads only it needs. */
export async function discard(id: string): Promise<void> {
  await inDatabase(async (database) => {
    const transaction = database.transaction(["outbox", "bodies"], "readwrite", { durability: "strict" });
    const outbox = transaction.objectStore("outbox");
    for (const doomed of discardedWith(id, await outboxRows(outbox))) {
      await outbox.delete(doomed.seq);
      await transaction.objectStore("bodies").delete(doomed.id);
    }
    await transaction.done;
  });
  announceChange();
}

async function edit(change: (operation: Operation) => Operation): Promise<void> {
  const hasChanged = await writeWithinQuota(["outbox"], "default", async (transaction) => {
    const outbox = transaction.objectStore("outbox");
    let isOther = false;
    for (const operation of await outboxRows(outbox)) {
      const changed = change(operation);
      if (changed === operation) continue;
      await outbox.put(changed);
      isOther = true;
    }
    return isOther;
  });
  if (hasChanged) announceChange();
}

/**
 * Asks the browser for persistent storage, so that it does not evict the data when space is short, and for a background sync, so that
 * a worker can send after the page is closed.
 */
async function askForCare(): Promise<void> {
  // Both are missing on plain http, the second also in some browsers.
  await navigator.storage?.persist();
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration === undefined || !("sync" in registration)) return;
  // TypeScript's DOM library has no Background Sync.
  const { sync } = registration as ServiceWorkerRegistration & {
    sync: { register(tag: string): Promise<void> };
  };
  await sync.register(SYNC_TAG);
}

function sentenceFor(error: unknown): string {
  if (error instanceof UnreadableFile)
    return "This browser can no longer read a chosen file. Please choose it again.";
  if (isFull(error))
    return "There is no room left on this device to keep it safe. Please free some space and try again.";
  return error instanceof DOMException && error.name === "VersionError"
    ? "Looby was updated in another window. Please reload this one and try again."
    : "This browser blocks storage (private window?), so Looby cannot save this.";
}
