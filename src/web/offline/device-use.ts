import { type Database, type CachedQuery, openDatabase } from "./database.ts";
import { forgetSent } from "./copy/forget-sent.ts";
import { outboxRows } from "./outbox/outbox-rows.ts";
import { currentMaker, formDrafts } from "./user/phone-user.ts";

/** What this device keeps, by what it is to its person. `app`: the pages themselves. */
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
  /** Bytes are close, not exact: a browser does not say what a row takes. */
  kinds: { kind: StoredKind; bytes: number; count: number }[];
  /** Of the whole browser storage of this page, in bytes; null when the browser does not say. */
  usage: number | null;
  quota: number | null;
  /** Whether the browser has promised to keep it; null when it makes no such promises. */
  isPersisted: boolean | null;
  /** When the server was last heard, in milliseconds since the epoch. */
  lastHeardAt: number | null;
  /** Writes and recordings that other people left on this device and that wait for them. */
  othersUnsent: number;
}

const CACHES: Record<string, StoredKind> = { "looby-camps": "camps", "looby-files": "speech" };
/** By the first word of a query's key, which is its feature. */
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

/** Looks at everything that is kept here. A browser that keeps nothing has nothing of any kind. */
export async function measureDevice(): Promise<DeviceUse> {
  const sums = new Map(storedKinds.map((kind) => [kind, { bytes: 0, count: 0 }]));
  const add = (kind: StoredKind, bytes: number) => {
    const sum = sums.get(kind);
    if (sum === undefined) return;
    sum.bytes += bytes;
    sum.count += 1;
  };
  const rows = await measureDatabase(add).catch(() => ({ lastHeardAt: null, othersUnsent: 0 }));
  await measureCaches(add).catch(() => undefined);
  const storage = navigator.storage as StorageManager | undefined; // not on plain http
  const estimate = await storage?.estimate().catch(() => undefined);
  const isPersisted = (await storage?.persisted().catch(() => null)) ?? null;
  const kinds = storedKinds.map((kind) => ({ kind, ...(sums.get(kind) ?? { bytes: 0, count: 0 }) }));
  return { kinds, usage: estimate?.usage ?? null, quota: estimate?.quota ?? null, isPersisted, ...rows };
}

async function measureDatabase(
  add: (kind: StoredKind, bytes: number) => void,
): Promise<Pick<DeviceUse, "lastHeardAt" | "othersUnsent">> {
  const database = await openDatabase();
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
  let lastHeardAt: number | null = null;
  for (const kept of await database.getAll("queries")) {
    const { feature, updatedAt } = readStored(kept);
    add(FEATURES[feature] ?? "other", sizeOf(kept));
    if (updatedAt > (lastHeardAt ?? 0)) lastHeardAt = updatedAt;
  }
  for (const name of await database.getAllKeys("copies"))
    add(kindOfCopy(name), sizeOf(await database.get("copies", name)));
  return { lastHeardAt, othersUnsent };
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

/** What was asked for again is there again; what only this device has is gone for good. */
export async function wipeKind(kind: Exclude<StoredKind, "app">): Promise<void> {
  if ("caches" in globalThis)
    for (const name of await caches.keys()) if (kindOfCache(name) === kind) await caches.delete(name);
  const database = await openDatabase().catch(() => null);
  if (database === null) return;
  if (kind === "unsent") await wipeUnsent(database);
  else if (kind === "recordings") await wipeRecordings(database);
  else await wipeAnswers(database, kind);
}

/**
 * Everything: of everybody who was here, the pages and the settings included. The page has to be loaded again afterwards.
 * The session stays: it is the browser's cookie.
 */
export async function wipeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => undefined); // without a signal the push service forgets it later
  const database = await openDatabase().catch(() => null);
  if (database !== null) {
    // Emptied and not deleted: other windows have it open.
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
    for (const store of stores) await transaction.objectStore(store).clear();
    await transaction.done;
  }
  if ("caches" in globalThis) for (const name of await caches.keys()) await caches.delete(name);
  await registration?.unregister();
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      storage().clear();
    } catch {
      // The browser forbids even to look at it: nothing is there.
    }
  }
}

async function wipeUnsent(database: Database): Promise<void> {
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
    const kept = await queries.get(key);
    if (kept !== undefined && (FEATURES[readStored(kept).feature] ?? "other") === kind)
      await queries.delete(key);
  }
  const copies = transaction.objectStore("copies");
  for (const name of await copies.getAllKeys()) if (kindOfCopy(name) === kind) await copies.delete(name);
  // The same words may stand in what was sent a moment ago.
  await forgetSent(transaction);
  await transaction.done;
}

/** @param name of a part of the local copy, see local-copy.ts */
function kindOfCopy(name: string): StoredKind {
  if (name === "listings") return "library";
  return name.startsWith("thread:") ? "conversations" : "other";
}

function kindOfCache(name: string): StoredKind {
  return CACHES[name] ?? (name.includes("precache") ? "app" : "other");
}

/** What the persister of queries has written. */
function readStored({ query }: CachedQuery): { feature: string; updatedAt: number } {
  const { queryKey, state } = query as {
    queryKey?: readonly unknown[];
    state?: { dataUpdatedAt?: number };
  };
  const [feature] = queryKey ?? [];
  return { feature: typeof feature === "string" ? feature : "", updatedAt: state?.dataUpdatedAt ?? 0 };
}

function soundOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}

/** Bytes a value takes, roughly: names and texts at a byte per character, numbers at eight. */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (value instanceof Blob) return value.size;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  if (Array.isArray(value)) return value.reduce((sum: number, entry) => sum + sizeOf(entry), 0);
  if (typeof value !== "object" || value === null) return 8;
  return Object.entries(value).reduce((sum, [name, entry]) => sum + name.length + sizeOf(entry), 0);
}
