import { newId } from "#shared/id.ts";
import { rebased } from "#shared/outbox/conflict.ts";
import {
  afterWaking,
  CALLS_VERSION,
  discardedWith,
  type NewOperation,
  type Operation,
} from "#shared/outbox/operation.ts";
import type { HeardClock } from "#shared/outbox/phone-clock.ts";
import { announceChange, announceMade } from "../changes.ts";
import { openDatabase } from "../database.ts";
import { isFull, writeWithinQuota } from "../write-within-quota.ts";
import { outboxRows } from "./outbox-rows.ts";
import { CLOCK_FACT, currentMaker, makerIn, nameIn } from "../user/phone-user.ts";

// What is kept on this device until the server has it. One module for the page and the service worker; sender.ts sends.

/** The browser wakes the worker under this name when the signal returns. */
export const SYNC_TAG = "looby-outbox";

/** The write is not kept; the message tells the person why. */
export class NotQueued extends Error {}

export interface QueuedOperation extends Operation {
  /** Undefined when the device has lost it. */
  body: unknown;
}

/**
 * Appends operations to the outbox, in this order and all or none, in the place of `instead` (ids). When it resolves they survive a dead
 * battery.
 * @throws NotQueued
 */
export async function append(
  operations: readonly NewOperation[],
  instead: readonly string[] = [],
): Promise<Operation[]> {
  try {
    const kept = await write(operations, instead);
    announceChange();
    announceMade(operations);
    askForCare().catch(() => undefined); // a favour of the browser, not a condition
    return kept;
  } catch (cause) {
    throw new NotQueued(sentenceFor(cause), { cause });
  }
}

async function write(operations: readonly NewOperation[], instead: readonly string[]): Promise<Operation[]> {
  // Relaxed durability, the browsers' default, would leave the rows in the system's memory.
  return await writeWithinQuota(["outbox", "bodies", "facts"], "strict", async (transaction) => {
    const outbox = transaction.objectStore("outbox");
    const bodies = transaction.objectStore("bodies");
    const facts = transaction.objectStore("facts");
    const userId = await makerIn(facts);
    const userName = await nameIn(facts);
    // Nothing else is written there.
    const clock = (await facts.get(CLOCK_FACT)) as HeardClock | undefined;
    for (const id of instead) {
      const seq = await outbox.index("id").getKey(id);
      // What is sent already may still be needed by the new ones.
      if (seq === undefined) continue;
      await outbox.delete(seq);
      await bodies.delete(id);
    }
    const kept: Operation[] = [];
    for (const { body, ...given } of operations) {
      const operation: Omit<Operation, "seq"> = {
        id: newId(),
        dependsOn: [],
        notBefore: 0,
        ...given,
        userId,
        ...(userName === null ? {} : { userName }),
        createdAt: Date.now(),
        ...(clock === undefined ? {} : { clock }),
        version: CALLS_VERSION,
        state: "queued",
        tries: 0,
        problem: null,
      };
      // The store gives the sequence number.
      const seq = await outbox.add(operation as Operation);
      await bodies.put(body, operation.id);
      kept.push({ ...operation, seq });
    }
    return kept;
  });
}

/** Everything kept for the person of this phone, oldest first. */
export async function listOperations(): Promise<Operation[]> {
  const database = await openDatabase();
  const userId = await currentMaker(database);
  const rows = await outboxRows(database.transaction("outbox").store);
  return rows.filter((operation) => operation.userId === userId);
}

/** As `listOperations`, with what each one will send. */
export async function listQueued(): Promise<QueuedOperation[]> {
  const operations = await listOperations();
  return await Promise.all(
    operations.map(async (operation) => ({ ...operation, body: await findBody(operation.id) })),
  );
}

/** What an operation sends, or has sent as long as something depends on it; undefined when it is gone. */
export async function findBody(id: string): Promise<unknown> {
  return await (await openDatabase()).get("bodies", id);
}

/** Whether the browser can still hand out a file it has kept. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** What the server answered to an operation: as long as something depends on it, and for an hour. */
export async function findAnswer(id: string): Promise<{ result: unknown; at: number } | undefined> {
  return await (await openDatabase()).get("answers", id);
}

/** Lets refused operations be sent once more, as they are. */
export async function retry(ids: readonly string[]): Promise<void> {
  await edit((operation) =>
    ids.includes(operation.id)
      ? { ...operation, state: "queued", tries: 0, notBefore: 0, problem: null }
      : operation,
  );
}

/**
 * Decides a conflict for what the person made: it is sent again in its old place, as made from the record that stands on the
 * server now. The server has rolled back what it refused, so the key is free for the changed body.
 */
export async function sendMine({ id, body, problem }: QueuedOperation): Promise<void> {
  const mine = rebased(body, problem?.current);
  if (mine !== null) {
    await writeWithinQuota(["bodies"], "strict", (transaction) =>
      transaction.objectStore("bodies").put(mine, id),
    );
  }
  await retry([id]);
}

/** There is news: what waits for its next attempt need not wait any longer. */
export async function wake(): Promise<void> {
  await edit(afterWaking);
}

/** Writes how an operation stands, if it is still there: its person may have thrown it away meanwhile. */
export async function update(changed: Operation): Promise<void> {
  await edit((operation) => (operation.id === changed.id ? changed : operation));
}

/** Throws a kept write away, and with it what depends on it and the uploads only it needs. */
export async function discard(id: string): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction(["outbox", "bodies"], "readwrite", { durability: "strict" });
  const outbox = transaction.objectStore("outbox");
  for (const doomed of discardedWith(id, await outboxRows(outbox))) {
    await outbox.delete(doomed.seq);
    await transaction.objectStore("bodies").delete(doomed.id);
  }
  await transaction.done;
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

/** A browser short of space may throw away what nobody asked it to keep; a worker may send after the page is closed. */
async function askForCare(): Promise<void> {
  // Both are missing on plain http, and the second in some browsers.
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
  if (isFull(error))
    return "There is no room left on this device to keep it safe. Please free some space and try again.";
  return error instanceof DOMException && error.name === "VersionError"
    ? "Looby was updated in another window. Please reload this one and try again."
    : "This browser keeps nothing for Looby, so it cannot be sent safely. A private window may be the reason.";
}
