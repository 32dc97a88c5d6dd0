import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB, unwrap } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CALLS_VERSION } from "#shared/outbox/operation.ts";

// A phone last opened long ago has a database of an old version. Its user must find all data again.

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Rows as each version stored them. These versions are released, so the rows never change. */
const rows = {
  outbox: { id: "op-1", userId: "ada", endpointId: "memories.create", label: "A memory", state: "queued" },
  bodies: { content: "Dust in my boots." },
  answers: { result: { path: "entries/1.webp" }, at: 5 },
  queries: { userId: "ada", query: { state: "success" } },
  facts: "ada",
  recordings: { id: "rec-1", userId: "ada", purpose: "memory", type: "audio/webm", startedAt: 5 },
  recordingChunks: new ArrayBuffer(8),
  copies: { userId: "ada", at: 5, data: [1, 2] },
  sent: { id: "op-0", userId: "ada", at: 5 },
};

/** Creates the stores of an older version, with a row in each. */
async function leaveDatabase(version: 1 | 2 | 3 | 4): Promise<void> {
  const database = await openDB("looby", version, {
    upgrade(made) {
      made
        .createObjectStore("outbox", { keyPath: "seq", autoIncrement: true })
        .createIndex("id", "id", { unique: true });
      for (const store of ["bodies", "answers", "queries", "facts"]) made.createObjectStore(store);
      if (version < 2) return;
      made.createObjectStore("recordings", { keyPath: "id" });
      made.createObjectStore("recordingChunks");
      if (version < 3) return;
      made.createObjectStore("copies");
      if (version < 4) return;
      made.createObjectStore("sent", { keyPath: "id" });
    },
  });
  await database.add("outbox", rows.outbox);
  await database.put("bodies", rows.bodies, "op-1");
  await database.put("answers", rows.answers, "op-0");
  await database.put("queries", rows.queries, "hash");
  await database.put("facts", rows.facts, "userId");
  if (version >= 2) {
    await database.put("recordings", rows.recordings);
    await database.put("recordingChunks", rows.recordingChunks, ["rec-1", 0]);
  }
  database.close();
}

test.each([1, 2, 3, 4] as const)("migrates a database of version %i without losing rows", async (version) => {
  await leaveDatabase(version);
  const { openDatabase } = await import("./database.ts");
  const database = await openDatabase();
  expect(await database.getAll("outbox")).toEqual([{ ...rows.outbox, seq: 1 }]);
  expect(await database.get("bodies", "op-1")).toEqual(rows.bodies);
  expect(await database.get("answers", "op-0")).toEqual(rows.answers);
  expect(await database.get("queries", "hash")).toEqual(rows.queries);
  expect(await database.getAll("recordings")).toEqual(version < 2 ? [] : [rows.recordings]);
  expect(await database.count("recordingChunks")).toBe(version < 2 ? 0 : 1);
  // Rows without the newer fields are listed, and new ones can be added.
  const { append, listQueued } = await import("./outbox/outbox.ts");
  await append([{ endpointId: "memories.create", entity: "memory:2", label: "Another", body: { n: 2 } }]);
  expect(await listQueued()).toMatchObject([
    { label: "A memory", dependsOn: [], tries: 0, problem: null, body: rows.bodies },
    { label: "Another", version: CALLS_VERSION, body: { n: 2 } },
  ]);
  expect(await database.count("sent")).toBe(0);
  await database.put("copies", rows.copies, "library");
  expect(await database.get("copies", "library")).toEqual(rows.copies);
  database.close();
});

test("covers every store with the migration test above", async () => {
  const { openDatabase } = await import("./database.ts");
  const database = await openDatabase();
  expect([database.version, [...database.objectStoreNames].toSorted()]).toEqual([
    5,
    Object.keys(rows).toSorted(),
  ]);
  database.close();
});

test("leaves a database of a newer version unchanged and reports the reason", async () => {
  const newer = await openDB("looby", 99, { upgrade: (made) => void made.createObjectStore("outbox") });
  newer.close();
  const { append } = await import("./outbox/outbox.ts");
  await expect(append([{ endpointId: "x.y", entity: "x", label: "X", body: {} }])).rejects.toThrow(
    "Looby was updated in another window. Please reload this one and try again.",
  );
});

const refusing: [how: string, open: () => unknown][] = [
  [
    "throws",
    () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  ],
  [
    "fails",
    () => {
      const request = new EventTarget();
      setTimeout(() => request.dispatchEvent(new Event("error")));
      return request;
    },
  ],
  ["never answers", () => new EventTarget()],
];
test.each(refusing)("replaces a browser database whose opening %s by one in memory", async (_, open) => {
  vi.stubGlobal("indexedDB", { open });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval"] });
  const { openDatabase, storesNothing, whenMemoryChanges } = await import("./database.ts");
  const onMemoryChange = vi.fn<(isInMemory: boolean) => void>();
  whenMemoryChanges(onMemoryChange);
  const opening = openDatabase();
  await vi.advanceTimersByTimeAsync(61_000);
  vi.useRealTimers();
  await opening;
  expect(onMemoryChange.mock.calls).toEqual([[true]]);
  await (await opening).put("facts", "ada", "userId");
  expect(await (await openDatabase()).get("facts", "userId")).toBe("ada");
  expect(storesNothing()).toBe(true);
  const { append, listQueued } = await import("./outbox/outbox.ts");
  await append([{ endpointId: "x.y", entity: "x", label: "X", body: { n: 1 } }]);
  expect(await listQueued()).toMatchObject([{ userId: "ada", body: { n: 1 } }]);
});

test("reopens a database the browser has closed and completes the write", async () => {
  const { openDatabase, storesNothing } = await import("./database.ts");
  const { append, listQueued } = await import("./outbox/outbox.ts");
  await append([{ endpointId: "x.y", entity: "x", label: "X", body: { n: 1 } }]);
  (await openDatabase()).close();
  await append([{ endpointId: "x.y", entity: "x", label: "X", body: { n: 2 } }]);
  expect(await listQueued()).toMatchObject([{ body: { n: 1 } }, { body: { n: 2 } }]);
  expect(storesNothing()).toBe(false);
});

test("opens the database again when the browser's process for it was ended", async () => {
  const { openDatabase, storesNothing } = await import("./database.ts");
  const { append, listQueued } = await import("./outbox/outbox.ts");
  Object.assign(unwrap(await openDatabase()), {
    transaction() {
      throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
    },
  });
  await append([{ endpointId: "x.y", entity: "x", label: "X", body: { n: 1 } }]);
  expect(await listQueued()).toMatchObject([{ body: { n: 1 } }]);
  expect(storesNothing()).toBe(false);
});

test("waits for a browser that opens its database late", async () => {
  const real = indexedDB;
  const { promise: isAwake, resolve: wake } = Promise.withResolvers<void>();
  /** Answers nothing until it is awake, like a slow disk. */
  const open = (...args: [string, number]) => {
    const request = new EventTarget();
    void isAwake.then(() => {
      const asked = real.open(...args);
      for (const type of ["success", "upgradeneeded"])
        asked.addEventListener(type, (event) => {
          Object.assign(request, { result: asked.result, transaction: asked.transaction });
          request.dispatchEvent(
            Object.assign(new Event(type), { oldVersion: Reflect.get(event, "oldVersion") }),
          );
        });
    });
    return request;
  };
  vi.stubGlobal("indexedDB", { open });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { storesNothing } = await import("./database.ts");
  const { append, listQueued } = await import("./outbox/outbox.ts");
  const appending = append([{ endpointId: "x.y", entity: "x", label: "X", body: { n: 1 } }]);
  await vi.advanceTimersByTimeAsync(59_000);
  wake();
  vi.useRealTimers();
  await appending;
  expect(storesNothing()).toBe(false);
  expect(await listQueued()).toMatchObject([{ body: { n: 1 } }]);
});

test("stores nothing in memory when an open database can no longer be opened", async () => {
  const { openDatabase, storesNothing } = await import("./database.ts");
  const { append, listQueued, NotQueued } = await import("./outbox/outbox.ts");
  const write = (n: number) => append([{ endpointId: "x.y", entity: "x", label: "X", body: { n } }]);
  await write(1);
  const real = indexedDB;
  vi.stubGlobal("indexedDB", { open: refusing[0]?.[1] });
  (await openDatabase()).close();
  await expect(write(2)).rejects.toThrow(NotQueued);
  expect(storesNothing()).toBe(false);
  vi.stubGlobal("indexedDB", real);
  await write(3);
  expect(await listQueued()).toMatchObject([{ body: { n: 1 } }, { body: { n: 3 } }]);
});

test("restores queued writes after the database is cleared under the page", async () => {
  const { openDatabase, whenCleared } = await import("./database.ts");
  const { append, listQueued, putBack } = await import("./outbox/outbox.ts");
  for (const n of [1, 2]) await append([{ endpointId: "x.y", entity: "x", label: "X", body: { n } }]);
  const waiting = await listQueued();
  const [first] = waiting;
  if (first === undefined) throw new Error("nothing waits");
  const others = { ...first, id: "others" };
  const { promise: isBack, resolve } = Promise.withResolvers<void>();
  whenCleared(() => {
    // A write that uses the empty database first and takes the first place.
    void append([{ endpointId: "x.y", entity: "x", label: "X", body: { n: 3 } }])
      .then(async () => putBack([...waiting, { ...others, userId: "bob" }]))
      .then(resolve);
  });
  indexedDB.deleteDatabase("looby");
  await isBack;
  await putBack(waiting);
  expect((await listQueued()).map(({ body }) => body)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await (await openDatabase()).count("outbox")).toBe(3);
});

test("creates an empty database and notifies the page after a deletion", async () => {
  const { openDatabase, whenCleared } = await import("./database.ts");
  const onChanged = vi.fn<() => void>();
  await (await openDatabase()).put("facts", "ada", "userId");
  expect(onChanged).not.toHaveBeenCalled();
  const { promise, resolve } = Promise.withResolvers<void>();
  whenCleared(() => {
    onChanged();
    resolve();
  });
  indexedDB.deleteDatabase("looby");
  await promise;
  expect(await (await openDatabase()).get("facts", "userId")).toBeUndefined();
  expect(onChanged).toHaveBeenCalledOnce();
});
