import { isVisitor } from "#shared/features/account/visitor.ts";
import type { Operation } from "#shared/outbox/operation.ts";
import { type Database, outboxRows } from "./schema.ts";
import { formDrafts, makerIn, NAME_FACT, SHARED_FACT, USER_FACT } from "./user/phone-user.ts";
import { setUserIn } from "./user/set-user.ts";

// A page without the browser's database has its rows in memory. Once the browser answers, they move.

/** The rows that exist in this page only. Everything else can be fetched again. */
const STORES = ["outbox", "bodies", "answers", "sent", "facts", "recordings", "recordingChunks"] as const;
type Keyed = Exclude<(typeof STORES)[number], "outbox" | "facts">;
/** Stores whose rows contain their keys. */
const SELF_KEYED: readonly string[] = ["sent", "recordings"];

interface Row {
  key: IDBValidKey;
  value: unknown;
}

export interface MemoryRows {
  /** The user of the page; undefined before the first session. */
  userId: unknown;
  userName: unknown;
  outbox: Operation[];
  drafts: { key: string; value: unknown }[];
  others: { store: Keyed; rows: Row[] }[];
}

/** Reads the rows to move. */
export async function readRows(memory: Database): Promise<MemoryRows> {
  const transaction = memory.transaction(STORES);
  const facts = transaction.objectStore("facts");
  const draftKeys = [SHARED_FACT, ...(await facts.getAllKeys(formDrafts()))];
  const drafts: MemoryRows["drafts"] = [];
  for (const key of draftKeys) {
    const value = await facts.get(key);
    if (value !== undefined) drafts.push({ key, value });
  }
  const others: MemoryRows["others"] = [];
  for (const store of STORES) {
    if (store === "outbox" || store === "facts") continue;
    const [keys, values] = await Promise.all([
      transaction.objectStore(store).getAllKeys(),
      transaction.objectStore(store).getAll() as Promise<unknown[]>,
    ]);
    others.push({ store, rows: keys.map((key, index) => ({ key, value: values[index] })) });
  }
  const outbox = await outboxRows(transaction.objectStore("outbox"));
  return { userId: await facts.get(USER_FACT), userName: await facts.get(NAME_FACT), outbox, drafts, others };
}

/**
 * Stores the rows in the browser's database for the user of the page, all or none.
 * @throws DOMException when the browser refuses them
 */
export async function storeRows(disk: Database, rows: MemoryRows): Promise<void> {
  const { userId, userName } = rows;
  if (typeof userId === "string")
    await setUserIn(disk, userId, typeof userName === "string" ? userName : null);
  const transaction = disk.transaction(STORES, "readwrite", { durability: "strict" });
  const outbox = transaction.objectStore("outbox");
  const facts = transaction.objectStore("facts");
  const maker = await makerIn(facts);
  for (const { seq: _, ...operation } of rows.outbox) {
    if ((await outbox.index("id").getKey(operation.id)) !== undefined) continue;
    const owner = isVisitor(operation.userId) ? maker : operation.userId;
    // The store assigns the sequence number.
    await outbox.add({ ...operation, userId: owner } as Operation);
  }
  for (const { key, value } of rows.drafts) await facts.put(value, key);
  for (const { store, rows: kept } of rows.others) {
    // Each row comes from the same store.
    const into = transaction.objectStore(store) as unknown as {
      put(value: unknown, key?: IDBValidKey): Promise<unknown>;
    };
    for (const { key, value } of kept) await into.put(value, ...(SELF_KEYED.includes(store) ? [] : [key]));
  }
  await transaction.done;
}
