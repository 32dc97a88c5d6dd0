import { newId } from "#shared/id.ts";
import { rebased } from "#shared/outbox/conflict.ts";
import { toStored } from "../stored-bytes.ts";
import { writeWithinQuota } from "../write-within-quota.ts";
import { type QueuedOperation, retry } from "./outbox.ts";

/** Sends the user's version of a conflict again in its old place in the queue, rebased on the server's current record. */
export async function sendMine({ id, body, problem }: QueuedOperation): Promise<void> {
  const mine = rebased(body, problem?.current);
  if (mine === null) await retry([id]);
  else await sendChanged(id, mine);
}

/**
 * Sends a stuck operation again with another body, under a new key: the server may have performed it although its answer was lost. Does
 * nothing when another tap or tab was faster, or has discarded it.
 * @throws UnreadableFile, DOMException when this device cannot store the body
 */
export async function sendChanged(id: string, body: unknown): Promise<void> {
  const stored = await toStored(body);
  await writeWithinQuota(["outbox", "bodies"], "strict", async (transaction) => {
    const outbox = transaction.objectStore("outbox");
    const row = await outbox.index("id").get(id);
    if (row === undefined || row.state === "queued") return;
    await outbox.put({ ...row, key: newId() });
    await transaction.objectStore("bodies").put(stored, id);
  });
  await retry([id]);
}
