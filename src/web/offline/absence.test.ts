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
  const page = new EventTarget();
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const)
    vi.stubGlobal(name, page[name].bind(page));
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
  page.dispatchEvent(new Event("pagehide"));
  isLeft = true;
  // The page that follows can write at once.
  const next = await openDB("looby");
  await next.put("facts", "next", "name");
  expect(await next.get("facts", "count")).toBe(1);
  page.dispatchEvent(new Event("pageshow"));
  await busy;
  expect(await next.get("facts", "count")).toBe(2);
  next.close();
});

test("stores no write of a page that was left before it was stored", async () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  const { append, listQueued } = await import("./outbox/outbox.ts");
  await listQueued();
  const writing = append([{ endpointId: "x.y", entity: "x", label: "X", body: { n: 1 } }]);
  page.dispatchEvent(new Event("pagehide"));
  page.dispatchEvent(new Event("pageshow"));
  await expect(writing).rejects.toThrow("You left this page before it was stored");
  expect(await listQueued()).toEqual([]);
});
