import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// A page that is left ends its transactions, so that the next page can use the database.

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("ends its transactions when the page is left and runs them again when it is shown", async () => {
  const { leave, comeBack } = stubWindow();
  const { inDatabase } = await import("./database.ts");
  await inDatabase((database) => database.put("facts", 1, "count"));
  // Holds the store by one request after the other, like a page that is busy.
  let isLeft = false;
  const { promise: isRunning, resolve: run } = Promise.withResolvers<void>();
  const busy = inDatabase(async (database) => {
    const { store, done } = database.transaction("facts", "readwrite");
    do {
      await store.get("count");
      run();
    } while (!isLeft);
    await store.put(2, "count");
    await done;
  });
  await isRunning;
  leave();
  isLeft = true;
  // The page that follows can write at once.
  const next = await openDB("looby");
  await next.put("facts", "next", "name");
  expect(await next.get("facts", "count")).toBe(1);
  comeBack();
  await busy;
  expect(await next.get("facts", "count")).toBe(2);
  next.close();
});

/** Stands for the windows of all pages of one tab. */
function stubWindow() {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { reload });
  const storage = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  return {
    leave: () => page.dispatchEvent(new Event("pagehide")),
    comeBack: () => page.dispatchEvent(new Event("pageshow")),
    reload,
  };
}

test("stores a write once the page that was left is shown again, if no other page has run since", async () => {
  const { leave, comeBack, reload } = stubWindow();
  const { append, listQueued } = await import("./outbox/outbox.ts");
  await listQueued();
  const write = async (label: string) => append([{ endpointId: "x.y", entity: "x", label, body: { n: 1 } }]);
  const writing = write("Ice");
  leave();
  comeBack();
  await writing;
  expect(await listQueued()).toMatchObject([{ label: "Ice" }]);

  let isStored = false;
  void write("Shade").then(() => (isStored = true));
  leave();
  vi.resetModules();
  const next = await import("./outbox/outbox.ts");
  comeBack();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(await next.listQueued()).toMatchObject([{ label: "Ice" }]);
  expect(isStored).toBe(false);
});

test.each([
  ["go on", "has a write and its words", false, true, 0],
  ["go on", "has a write, but another page has its words", true, true, 0],
  ["load the page again", "has no write, and another page has its words", true, false, 1],
])("decides to %s when its database in memory %s", async (_, __, areTaken, hasWrite, reloads) => {
  const { leave, comeBack, reload } = stubWindow();
  const open = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("indexedDB", { open });
  const { inDatabase } = await import("./database.ts");
  const { append } = await import("./outbox/outbox.ts");
  const { writeAhead } = await import("./drafts/draft-ahead.ts");
  await writeAhead("thought#1", { userId: "", words: { content: "A lamp" } }, async () => false);
  if (hasWrite) await append([{ endpointId: "x.y", entity: "x", label: "Ice", body: { n: 1 } }]);
  leave();
  vi.resetModules();
  await import("./database.ts");
  if (areTaken) localStorage.removeItem("looby.draft:thought#1");
  comeBack();
  if (reloads > 0) await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(reloads));
  else expect(await inDatabase((memory) => memory.count("outbox"))).toBe(Number(hasWrite));
  expect(reload).toHaveBeenCalledTimes(reloads);
});

test.each([
  ["load the page again", "never reports", 1],
  ["go on", "reports", 0],
])("decides to %s when the browser %s the end of work that it cut off", async (_, reports, reloads) => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { leave, comeBack, reload } = stubWindow();
  const { noteTransaction } = await import("./absence.ts");
  const transaction = Object.assign(new EventTarget(), { abort: () => undefined });
  noteTransaction(transaction as unknown as IDBTransaction);
  leave();
  comeBack();
  if (reports === "reports") transaction.dispatchEvent(new Event("abort"));
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(reload).toHaveBeenCalledTimes(reloads);
});
