import { isVisitor } from "#shared/features/account/visitor.ts";
import { type Operation, UNNAMED_VISITOR } from "#shared/outbox/operation.ts";
import { announceChange } from "../changes.ts";
import { inDatabase } from "../database.ts";
import type { Database } from "../schema.ts";
import { forgetSent } from "../set-back/sent.ts";
import { CHAT_DRAFT_FACT, formDrafts, NAME_FACT, pageIsOf, SHARED_FACT, USER_FACT } from "./phone-user.ts";

/**
 * Sets the user of this phone; null after sign-out. Deletes the stored data of the previous user from all of the browser's storages, except
 * unsent data. A visitor's queued writes and recordings pass to the next user, as on the server: to the account the visitor became, or to
 * the next visitor when the session ended. An account's own writes wait for it.
 * @param name the account's name
 * @throws DOMException when this browser has no storage
 */
export async function setUser(userId: string | null, name: string | null = null): Promise<void> {
  pageIsOf(userId);
  await inDatabase((database) => setUserIn(database, userId, name));
}

/** `setUser` in a database that the page is about to use. */
export async function setUserIn(
  database: Database,
  userId: string | null,
  name: string | null,
): Promise<void> {
  // All in one transaction: a crash must not leave one user's data under another user's name.
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
    // Content shared to the page and not stored yet, and the server's answers.
    await facts.delete(SHARED_FACT);
    await facts.delete(CHAT_DRAFT_FACT);
    // After its session ended, an account signs in again and continues with its forms.
    if (userId === null || !isVisitor(userId)) await facts.delete(formDrafts());
    // An account whose session ended may return to a restored server. After a sign-out, only unsent writes stay.
    await forgetSent(transaction, {
      isForgotten: (rows) => rows.filter((row) => userId === null && row.userId === before),
    });
  }
  const maker = typeof before === "string" ? before : UNNAMED_VISITOR;
  await passOnDrafts(facts, maker, userId ?? UNNAMED_VISITOR);
  if (isVisitor(maker) && userId !== null) {
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
  // After an account, the next user is a visitor, or there is no user.
  if (isAccountGone) forgetPersonalStorage();
  announceChange();
}

/** Passes a visitor's form drafts to the next user, and deletes those of another account whose session had ended. */
async function passOnDrafts(
  facts: {
    getAllKeys(range: IDBKeyRange): Promise<string[]>;
    get(key: string): Promise<unknown>;
    put(draft: unknown, key: string): Promise<unknown>;
    delete(key: string): Promise<unknown>;
  },
  from: string,
  to: string,
): Promise<void> {
  for (const key of await facts.getAllKeys(formDrafts())) {
    const draft = await facts.get(key);
    if (typeof draft !== "object" || draft === null || !("userId" in draft)) continue;
    if (draft.userId === from && isVisitor(from)) await facts.put({ ...draft, userId: to }, key);
    else if (draft.userId !== to && !isVisitor(to)) await facts.delete(key);
  }
}

/**
 * Marks rows of the previous user who signed out, and adds the name to rows of the current user that an older version stored without one.
 */
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

/** Keys that belong to the device, not to a user, such as the theme and prompts already shown. */
const OF_THE_DEVICE: readonly string[] = [
  "looby.theme",
  "looby.map-layers",
  "looby.install-offered",
  "looby-push-of",
  "looby.signs-out",
];

/** Deletes all data that features have put into localStorage and sessionStorage for the previous user. */
function forgetPersonalStorage(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (!OF_THE_DEVICE.includes(key)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // The browser denies access to its storage, so it is empty.
  }
}
