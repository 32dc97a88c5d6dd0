import { rebased } from "#shared/outbox/conflict.ts";
import { toStored } from "../stored-bytes.ts";
import { writeWithinQuota } from "../write-within-quota.ts";
import { type QueuedOperation, retry } from "./outbox.ts";

/**
 * Resolves a conflict in favor of the user's version: it is sent again in its old place in the queue, rebased on the server's current
 * record. The server has rolled back the refused request, so its idempotency key may be reused for the changed body.
 */
export async function sendMine({ id, body, problem }: QueuedOperation): Promise<void> {
  const mine = rebased(body, problem?.current);
  if (mine === null) await retry([id]);
  else await sendChanged(id, mine);
}

/** Sends an operation that the server has not performed again, with another body. */
export async function sendChanged(id: string, body: unknown): Promise<void> {
  const stored = await toStored(body);
  await writeWithinQuota(["bodies"], "strict", (transaction) =>
    transaction.objectStore("bodies").put(stored, id),
  );
  await retry([id]);
}
