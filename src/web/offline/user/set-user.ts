import { isVisitor } from "#shared/features/account/visitor.ts";
import { type Operation, UNNAMED_VISITOR } from "#shared/outbox/operation.ts";
import { announceChange } from "../changes.ts";
import { openDatabase } from "../database.ts";
import { forgetSent } from "../copy/forget-sent.ts";
import { forgetPersonalStorage } from "./personal-storage.ts";
import { CHAT_DRAFT_FACT, formDrafts, NAME_FACT, pageIsOf, SHARED_FACT, USER_FACT } from "./phone-user.ts";

/**
 * Who is on this phone from now on; null after signing out. What was stored for the person before is dropped, in all of the
 * browser's storages, but for what they have not sent. What a visitor left queued or said goes to whom comes next, as on the
 * server: to the account it became, or to the next visitor when its session ended. An account's own writes wait for it.
 * @param name what an account is called
 * @throws DOMException when this browser keeps nothing
 */
export async function setUser(userId: string | null, name: string | null = null): Promise<void> {
  pageIsOf(userId);
  const database = await openDatabase();
  // All in one transaction: a kill must not leave one person's data under another's name.
  const stores = ["facts", "outbox", "bodies", "answers", "sent", "queries", "copies", "recordings"] as const;
  const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
  const facts = transaction.objectStore("facts");
  const outbox = transaction.objectStore("outbox");
  const before = (await facts.get(USER_FACT)) ?? null;
  if (userId === null || name !== null || before !== userId) await facts.put(name, NAME_FACT);
  await signRows(outbox, { before, userId, name });
  if (before === userId) return;
  await facts.put(userId, USER_FACT);
  if (before !== null) {
    await transaction.objectStore("queries").clear();
    await transaction.objectStore("copies").clear();
  }
  const isAccountGone = typeof before === "string" && !isVisitor(before);
  if (isAccountGone) {
    // What was shared to the page and not kept, and what the server answered to what was sent.
    await facts.delete(SHARED_FACT);
    await facts.delete(CHAT_DRAFT_FACT);
    await facts.delete(formDrafts());
    // Whose session has ended may come back to a server that was set back; who signs out leaves nothing but what was not sent.
    await forgetSent(transaction, (sent) => userId === null && sent.userId === before);
  }
  const maker = before ?? UNNAMED_VISITOR;
  await passOnDrafts(facts, maker, userId ?? UNNAMED_VISITOR);
  if (typeof maker === "string" && isVisitor(maker) && userId !== null) {
    for (const operation of await outbox.getAll())
      if (operation.userId === maker)
        await outbox.put({ ...operation, userId, ...(name === null ? {} : { userName: name }) });
    const sent = transaction.objectStore("sent");
    for (const row of await sent.getAll()) if (row.userId === maker) await sent.put({ ...row, userId });
    const recordings = transaction.objectStore("recordings");
    for (const recording of await recordings.getAll())
      if (recording.userId === maker) await recordings.put({ ...recording, userId });
  }
  await transaction.done;
  // A visitor is who comes next, or nobody.
  if (isAccountGone) forgetPersonalStorage();
  announceChange();
}

/** What a visitor typed is whose they become; an account's is gone by now. */
async function passOnDrafts(
  facts: {
    getAllKeys(range: IDBKeyRange): Promise<string[]>;
    get(key: string): Promise<unknown>;
    put(draft: unknown, key: string): Promise<unknown>;
  },
  from: unknown,
  to: string,
): Promise<void> {
  for (const key of await facts.getAllKeys(formDrafts())) {
    const draft = await facts.get(key);
    if (typeof draft === "object" && draft !== null && "userId" in draft && draft.userId === from)
      await facts.put({ ...draft, userId: to }, key);
  }
}

/** Rows of who was here tell whether they signed out; rows of who is here get the name that older versions did not keep. */
async function signRows(
  outbox: { getAll(): Promise<Operation[]>; put(row: Operation): Promise<unknown> },
  { before, userId, name }: { before: unknown; userId: string | null; name: string | null },
): Promise<void> {
  for (const { isLeft = false, ...row } of await outbox.getAll()) {
    const hasLeft = userId === null && row.userId === before ? true : row.userId === userId ? false : isLeft;
    const isUnnamed = name !== null && row.userId === userId && row.userName !== name;
    if (hasLeft === isLeft && !isUnnamed) continue;
    await outbox.put({
      ...row,
      ...(isUnnamed ? { userName: name } : {}),
      ...(hasLeft ? { isLeft: true } : {}),
    });
  }
}
