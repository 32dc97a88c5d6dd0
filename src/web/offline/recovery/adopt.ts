import { isVisitor } from "#shared/features/account/visitor.ts";
import { withReplaced } from "#shared/outbox/sent.ts";
import { announceChange } from "../changes.ts";
import { openDatabase } from "../database.ts";
import { outboxRows } from "../outbox/outbox-rows.ts";
import { makerIn, nameIn } from "../user/phone-user.ts";

/**
 * Moves everything waiting for a lost account to the signed-in account, after the user has confirmed that it is theirs, and makes it
 * ready to be sent. Does nothing while a visitor is on this phone.
 */
export async function adopt(lostId: string): Promise<void> {
  const stores = ["facts", "outbox", "bodies", "recordings"] as const;
  const transaction = (await openDatabase()).transaction(stores, "readwrite", { durability: "strict" });
  const userId = await makerIn(transaction.objectStore("facts"));
  if (isVisitor(userId)) return;
  const userName = await nameIn(transaction.objectStore("facts"));
  const outbox = transaction.objectStore("outbox");
  const bodies = transaction.objectStore("bodies");
  const map = new Map([[lostId, userId]]);
  for (const { isLeft: _, ...row } of await outboxRows(outbox)) {
    if (row.userId !== lostId) continue;
    const isMissing = row.problem?.code === "set-back";
    await outbox.put({
      ...row,
      userId,
      ...(userName === null ? {} : { userName }),
      ...(row.params === undefined ? {} : { params: withReplaced(row.params, map) }),
      ...(isMissing ? { state: "queued", problem: null } : {}),
    });
    const body = await bodies.get(row.id);
    const now = withReplaced(body, map);
    if (now !== body) await bodies.put(now, row.id);
  }
  const recordings = transaction.objectStore("recordings");
  for (const recording of await recordings.getAll())
    if (recording.userId === lostId) await recordings.put({ ...recording, userId });
  await transaction.done;
  announceChange();
}
