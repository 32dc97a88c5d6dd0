import { announceChange } from "./changes.ts";
import { inDatabase, storesNothing } from "./database.ts";
import { type CachedQuery, type Database, outboxRows, soundOf } from "./schema.ts";
import { draftsAhead, dropAhead } from "./drafts/draft-ahead.ts";
import { forgetSent, sizeOf } from "./set-back/sent.ts";
import { currentMaker, formDrafts } from "./user/phone-user.ts";

/** Kinds of stored data, as a user sees them. `app`: the pages themselves. */
export const storedKinds = [
  "unsent",
  "recordings",
  "conversations",
  "library",
  "camps",
  "memories",
  "other",
  "speech",
  "app",
] as const;
export type StoredKind = (typeof storedKinds)[number];

export interface DeviceUse {
  /** Bytes are approximate: browsers do not report the size of a row. */
  kinds: { kind: StoredKind; bytes: number; count: number }[];
  /** Total browser storage of this page in bytes; null when the browser does not report it. */
  usage: number | null;
  quota: number | null;
  /** False when all data is lost with the page, because the browser refuses its storage. */
  isStored: boolean;
  /** Whether the browser has promised not to evict the storage; null when it makes no such promises. */
  isPersisted: boolean | null;
  /** Time of the server's last answer, in milliseconds since the epoch. */
  lastResponseAt: number | null;
  /** Number of writes and recordings of other users that wait on this device. */
  othersUnsent: number;
}

const CACHES: Record<string, StoredKind> = { "looby-camps": "camps", "looby-files": "speech" };
/** By the first part of a query's key, which is its feature. */
const FEATURES: Record<string, StoredKind> = {
  chat: "conversations",
  resources: "library",
  communities: "library",
  lending: "library",
  needs: "library",
  map: "camps",
  explore: "camps",
  places: "camps",
  memories: "memories",
  knowledge: "memories",
  daily: "memories",
};

/** Measures everything stored on this device. Storage that the browser refuses counts as empty. */
export async function measureDevice(): Promise<DeviceUse> {
  const sums = new Map(storedKinds.map((kind) => [kind, { bytes: 0, count: 0 }]));
  const add = (kind: StoredKind, bytes: number) => {
    const sum = sums.get(kind);
    if (sum === undefined) return;
    sum.bytes += bytes;
    sum.count += 1;
  };
  const rows = await measureDatabase().catch(() => ({ parts: [], lastResponseAt: null, othersUnsent: 0 }));
  for (const { kind, bytes } of rows.parts) add(kind, bytes);
  await measureCaches(add).catch(() => undefined);
  const storage = navigator.storage as StorageManager | undefined; // undefined on plain http
  const estimate = await storage?.estimate().catch(() => undefined);
  const isPersisted = (await storage?.persisted().catch(() => null)) ?? null;
  const kinds = storedKinds.map((kind) => ({ kind, ...(sums.get(kind) ?? { bytes: 0, count: 0 }) }));
  return {
    kinds,
    usage: estimate?.usage ?? null,
    quota: estimate?.quota ?? null,
    isPersisted,
    isStored: !storesNothing(),
    lastResponseAt: rows.lastResponseAt,
    othersUnsent: rows.othersUnsent,
  };
}

interface DatabaseUse extends Pick<DeviceUse, "lastResponseAt" | "othersUnsent"> {
  parts: { kind: StoredKind; bytes: number }[];
}

async function measureDatabase(): Promise<DatabaseUse> {
  return await inDatabase(async (database) => {
    const parts: DatabaseUse["parts"] = [];
    const add = (kind: StoredKind, bytes: number) => parts.push({ kind, bytes });
    const userId = await currentMaker(database);
    let othersUnsent = 0;
    for (const operation of await outboxRows(database.transaction("outbox").store)) {
      if (operation.userId === userId)
        add("unsent", sizeOf(operation) + sizeOf(await database.get("bodies", operation.id)));
      else othersUnsent += 1;
    }
    for (const draft of await database.getAll("facts", formDrafts())) add("unsent", sizeOf(draft));
    for (const recording of await database.getAll("recordings")) {
      const chunks = await database.getAll("recordingChunks", soundOf(recording.id));
      if (recording.userId === userId) add("recordings", sizeOf(chunks));
      else othersUnsent += 1;
    }
    for (const { userId: maker, bytes } of await database.getAll("sent"))
      if (maker === userId) add("other", bytes);
    let lastResponseAt: number | null = null;
    for (const stored of await database.getAll("queries")) {
      const { feature, updatedAt } = readStored(stored);
      add(FEATURES[feature] ?? "other", sizeOf(stored));
      if (updatedAt > (lastResponseAt ?? 0)) lastResponseAt = updatedAt;
    }
    for (const name of await database.getAllKeys("copies"))
      add(kindOfCopy(name), sizeOf(await database.get("copies", name)));
    return { parts, lastResponseAt, othersUnsent };
  });
}

async function measureCaches(add: (kind: StoredKind, bytes: number) => void): Promise<void> {
  if (!("caches" in globalThis)) return;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      add(kindOfCache(name), response === undefined ? 0 : (await response.blob()).size);
    }
  }
}

/** Deletes all data of a kind. Cached data can be fetched again; data that exists only on this device is lost. */
export async function wipeKind(kind: Exclude<StoredKind, "app">): Promise<void> {
  if ("caches" in globalThis)
    for (const name of await caches.keys()) if (kindOfCache(name) === kind) await caches.delete(name);
  await inDatabase(async (database) => {
    if (kind === "unsent") await wipeUnsent(database);
    else if (kind === "recordings") await wipeRecordings(database);
    else await wipeAnswers(database, kind);
  });
}

/**
 * Deletes all data of every user of this device, including the pages and the settings. The page has to be reloaded afterwards.
 * The session stays: it is the browser's cookie.
 */
export async function wipeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => undefined); // offline: the push service deletes it later
  await inDatabase(async (database) => {
    // Cleared, not deleted: other windows have the database open.
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
    for (const store of stores) await transaction.objectStore(store).clear();
    await transaction.done;
  });
  announceChange();
  if ("caches" in globalThis) for (const name of await caches.keys()) await caches.delete(name);
  await registration?.unregister();
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      storage().clear();
    } catch {
      // The browser denies access to its storage, so it is empty.
    }
  }
}

async function wipeUnsent(database: Database): Promise<void> {
  for (const { name, text } of draftsAhead()) dropAhead(name, text);
  const userId = await currentMaker(database);
  const stores = ["outbox", "bodies", "facts"] as const;
  const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
  await transaction.objectStore("facts").delete(formDrafts());
  for (const { seq, id, userId: maker } of await outboxRows(transaction.objectStore("outbox"))) {
    if (maker !== userId) continue;
    await transaction.objectStore("outbox").delete(seq);
    await transaction.objectStore("bodies").delete(id);
  }
  await transaction.done;
}

async function wipeRecordings(database: Database): Promise<void> {
  const userId = await currentMaker(database);
  const transaction = database.transaction(["recordings", "recordingChunks"], "readwrite", {
    durability: "strict",
  });
  for (const { id, userId: speaker } of await transaction.objectStore("recordings").getAll()) {
    if (speaker !== userId) continue;
    await transaction.objectStore("recordings").delete(id);
    await transaction.objectStore("recordingChunks").delete(soundOf(id));
  }
  await transaction.done;
}

async function wipeAnswers(database: Database, kind: StoredKind): Promise<void> {
  const stores = ["queries", "copies", "outbox", "answers", "bodies", "sent"] as const;
  const transaction = database.transaction(stores, "readwrite");
  const queries = transaction.objectStore("queries");
  for (const key of await queries.getAllKeys()) {
    const stored = await queries.get(key);
    if (stored !== undefined && (FEATURES[readStored(stored).feature] ?? "other") === kind)
      await queries.delete(key);
  }
  const copies = transaction.objectStore("copies");
  for (const name of await copies.getAllKeys()) if (kindOfCopy(name) === kind) await copies.delete(name);
  // Operations just sent may contain the same words.
  await forgetSent(transaction);
  await transaction.done;
}

/** @param name a part of the local copy, see local-copy.ts */
function kindOfCopy(name: string): StoredKind {
  if (name === "listings" || name.startsWith("thumb:")) return "library";
  return name.startsWith("thread:") ? "conversations" : "other";
}

function kindOfCache(name: string): StoredKind {
  return CACHES[name] ?? (name.includes("precache") ? "app" : "other");
}

/** Reads a row written by the query persister. */
function readStored({ query }: CachedQuery): { feature: string; updatedAt: number } {
  const { queryKey, state } = query as {
    queryKey?: readonly unknown[];
    state?: { dataUpdatedAt?: number };
  };
  const [feature] = queryKey ?? [];
  return { feature: typeof feature === "string" ? feature : "", updatedAt: state?.dataUpdatedAt ?? 0 };
}
