import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB, unwrap } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// A page without the browser's database loses nothing when the database opens after all.

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const operation = { id: "op-1", endpointId: "memories.create", label: "A memory", state: "queued" };
const recording = {
  id: "rec-1",
  userId: "user-ada",
  purpose: "memory",
  type: "audio/webm",
  startedAt: 5,
};

test("moves the rows of the memory to the database as soon as it opens", async () => {
  // An earlier page has stored a write.
  const { upgrade, VERSION } = await import("./schema.ts");
  const disk = await openDB("looby", VERSION, { upgrade: (made) => upgrade(unwrap(made), 0) });
  await disk.put("facts", "user-ada", "userId");
  await disk.put("facts", "An older question", "chat-draft");
  const older = { userId: "user-ada", at: Date.now(), words: { content: "A ladder" } };
  await disk.put("facts", older, "form-draft:need#1");
  await disk.add("outbox", { ...operation, userId: "user-ada" } as never);
  await disk.put("bodies", { n: 0 }, "op-1");
  disk.close();
  let isRefused = true;
  const real = indexedDB;
  const open = (...args: [string, number]) => {
    if (isRefused) throw new DOMException("The operation is insecure.", "SecurityError");
    return real.open(...args);
  };
  vi.stubGlobal("indexedDB", { open });
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const { inDatabase, openDatabase, storesNothing, whenMemoryChanges } = await import("./database.ts");
  const { append, listQueued } = await import("./outbox/outbox.ts");
  const { readChatDraft } = await import("./drafts/chat-draft.ts");
  const { readFormDraft, saveFormDraft } = await import("./drafts/form-drafts.ts");
  const { setUser } = await import("./user/set-user.ts");
  const { promise: isBack, resolve } = Promise.withResolvers<void>();
  whenMemoryChanges((isInMemory) => (isInMemory ? undefined : resolve()));
  await setUser("user-ada", "Ada");
  const write = (n: number) => append([{ endpointId: "x.y", entity: "x", label: "X", body: { n } }]);
  for (const n of [1, 2]) await write(n);
  const reading = readChatDraft();
  await saveFormDraft({ name: "need#2", seen: [], words: { content: "A pump" } }, "user-ada");
  await inDatabase((memory) => memory.put("recordings", recording as never));
  expect([(await listQueued()).length, storesNothing()]).toEqual([2, true]);

  isRefused = false;
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  const writing = write(3);
  await isBack;
  await writing;
  expect(storesNothing()).toBe(false);
  expect((await listQueued()).map(({ body }) => body)).toEqual([0, 1, 2, 3].map((n) => ({ n })));
  expect((await reading).words).toBe("An older question");
  expect(await readFormDraft("need")).toEqual({ name: "need#2", words: { content: "A pump" } });
  await saveFormDraft({ name: "need#3", seen: ["need#2"], words: null }, "user-ada");
  expect(await readFormDraft("need")).toEqual({ name: "need#1", words: { content: "A ladder" } });
  expect(await (await openDatabase()).count("recordings")).toBe(1);
});
