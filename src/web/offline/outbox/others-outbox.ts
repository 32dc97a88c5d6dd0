import { isVisitor } from "#shared/features/account/visitor.ts";
import { type WaitingOfOther, waitingOfOthers } from "#shared/outbox/others.ts";
import { announceChange } from "../changes.ts";
import { inDatabase } from "../database.ts";
import { outboxRows, soundOf } from "../schema.ts";
import { makerIn } from "../user/phone-user.ts";

// Data on this device that waits for users who are not on it now: counts or discards it. waiting-file.ts saves it.

/** Lists the waiting data of all users but the current one. */
export async function listOthers(): Promise<WaitingOfOther[]> {
  return await inDatabase(async (database) => {
    const transaction = database.transaction(["outbox", "recordings", "facts"]);
    const operations = await outboxRows(transaction.objectStore("outbox"));
    const recordings = await transaction.objectStore("recordings").getAll();
    const maker = await makerIn(transaction.objectStore("facts"));
    return waitingOfOthers(operations, recordings, maker, isVisitor);
  });
}

/** Permanently discards all data that waits for this user. */
export async function discardAllOf(userId: string): Promise<void> {
  const stores = ["outbox", "bodies", "sent", "recordings", "recordingChunks"] as const;
  await inDatabase(async (database) => {
    const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
    for (const row of await outboxRows(transaction.objectStore("outbox"))) {
      if (row.userId !== userId) continue;
      await transaction.objectStore("outbox").delete(row.seq);
      await transaction.objectStore("bodies").delete(row.id);
    }
    for (const row of await transaction.objectStore("sent").getAll()) {
      if (row.userId !== userId) continue;
      await transaction.objectStore("sent").delete(row.id);
      await transaction.objectStore("bodies").delete(row.id);
    }
    const recordings = transaction.objectStore("recordings");
    for (const recording of await recordings.getAll()) {
      if (recording.userId !== userId) continue;
      await recordings.delete(recording.id);
      await transaction.objectStore("recordingChunks").delete(soundOf(recording.id));
    }
    await transaction.done;
  });
  announceChange();
}
