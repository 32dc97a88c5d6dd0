import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi, afterEach } from "vitest";
import { deleteMemory, editMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { newId } from "#shared/id.ts";
import type { ThreadPage } from "./local-copy.ts";
import { freshBrowser, KeyServer, openTab } from "../outbox/outbox-fixture.ts";

// Puts a marker word into everything this device stores about a memory. After a deletion or change, no store may contain it, whichever tab
// or worker sends the write.

beforeEach(async () => freshBrowser("ada"));
afterEach(() => vi.unstubAllGlobals());

const WORD = "quokkabread";
const memory = { id: "memory-1", content: `There was ${WORD}.` };

async function openDatabase() {
  return await (await import("../database.ts")).openDatabase();
}

async function storeTraces(): Promise<void> {
  const database = await openDatabase();
  await database.put("answers", { result: memory, at: Date.now() }, newId());
  await database.put("answers", { result: { memory, actionItems: [WORD] }, at: Date.now() }, newId());
  await database.put("bodies", memory, newId());
  const answers = {
    archive: { memories: [memory, { id: "other", content: "Other." }], hasMore: false },
    graph: { nodes: [memory], links: [{ source: "other", target: memory.id, reason: WORD }] },
    alone: memory,
    needs: [{ id: "other" }],
  };
  for (const [name, data] of Object.entries(answers))
    await database.put("queries", { userId: "ada", query: { queryKey: [name], state: { data } } }, name);
  const page = {
    thread: { id: "t" },
    messages: [{ id: "m", text: WORD, sources: [{ sourceId: `memory:${memory.id}` }] }],
  };
  await database.put("copies", { userId: "ada", at: 1, data: page }, "thread:t");
}

/** Names of the stores that contain the marker word. */
async function storesWithWord(): Promise<string[]> {
  const database = await openDatabase();
  const found: string[] = [];
  for (const name of database.objectStoreNames)
    if (JSON.stringify(await database.getAll(name)).includes(WORD)) found.push(name);
  return found;
}

test.each([
  ["deleted", deleteMemory.id, {}],
  ["changed", editMemory.id, { content: "There was bread." }],
])("%s: deletes its text from every store", async (_, endpointId, body) => {
  const tab = await openTab(new KeyServer());
  await storeTraces();
  expect(await storesWithWord()).toEqual(["answers", "bodies", "copies", "queries"]);
  await tab.append([
    { endpointId, params: { memoryId: memory.id }, entity: "memory:memory-1", label: "It", body },
  ]);
  await tab.drain();
  expect(await storesWithWord()).toEqual([]);
  expect(await (await openDatabase()).getAllKeys("queries")).toEqual(["needs"]);
});

test.each([
  ["deleted", deleteMemory.id, {}],
  ["changed", editMemory.id, { content: "There was bread." }],
])("%s: deletes its old text from sent operations", async (_, endpointId, body) => {
  const server = new KeyServer();
  const tab = await openTab(server);
  const made = { endpointId: "memories.create", entity: "memory:new", label: memory.content };
  await tab.append([{ ...made, body: memory }]);
  await tab.append([{ ...made, entity: "other", label: "Other", body: { id: "other", content: "Other." } }]);
  server.givesIds = true;
  await tab.drain();
  const edit = { params: { memoryId: memory.id }, entity: "memory:memory-1" };
  await tab.append([{ ...edit, endpointId: editMemory.id, label: WORD, body: { content: WORD } }]);
  await tab.drain();
  expect(await storesWithWord()).not.toEqual([]);
  await tab.append([{ ...edit, endpointId, label: "It", body }]);
  await tab.drain();
  const database = await openDatabase();
  await database.clear("answers"); // retained for an hour, for the page
  expect(await storesWithWord()).toEqual([]);
  expect((await database.getAll("sent")).map(({ operation }) => operation.endpointId)).toContain(endpointId);
  expect(JSON.stringify(await database.getAll("bodies"))).toContain("Other.");
});

test("preserves stored data about a thing when only a part of it is deleted", async () => {
  const tab = await openTab(new KeyServer());
  await storeTraces();
  const params = { entryId: memory.id };
  await tab.append([{ endpointId: "tag.delete", params, entity: "tag", label: "Tag", body: {} }]);
  await tab.drain();
  expect(await storesWithWord()).toEqual(["answers", "copies", "queries"]);
});

test("forgets an upload with the listing it was for, unless another listing shows it", async () => {
  const server = new KeyServer();
  const tab = await openTab(server);
  const [ownId, shared] = [newId(), newId()];
  const row = (entity: string, dependsOn: string[] = [], id = newId()) => {
    return { id, endpointId: "x.add", entity, dependsOn, label: entity, body: {} };
  };
  await tab.append([row("photo:1", [], ownId), row("photo:2", [], shared)]);
  await tab.append([row("resource:1", [ownId, shared]), row("resource:2", [shared])]);
  await tab.drain();
  const database = await openDatabase();
  const sent = async () =>
    (await database.getAll("sent")).map(({ operation }) => operation.entity).toSorted();
  const { forgetThing } = await import("./forget-thing.ts");
  await forgetThing("1", false);
  expect(await sent()).toEqual(["photo:1", "photo:2", "resource:1", "resource:2"]);
  await forgetThing("1");
  expect(await sent()).toEqual(["photo:2", "resource:2"]);
});

test("deletes only a listing's row of the copied library, and its pictures on deletion", async () => {
  await openTab(new KeyServer());
  const database = await openDatabase();
  const copy = (data: unknown) => ({ userId: "ada", at: 1, data });
  const { forgetThing } = await import("./forget-thing.ts");
  for (const isDeleted of [false, true]) {
    await database.put("copies", copy({ wholeAt: 1, listings: [{ id: "1" }, { id: "2" }] }), "listings");
    await database.put("copies", copy("a picture"), "thumb:a");
    await forgetThing("1", isDeleted);
    expect((await database.get("copies", "listings"))?.data).toEqual({ wholeAt: 1, listings: [{ id: "2" }] });
    expect((await database.get("copies", "thumb:a")) === undefined).toBe(isDeleted);
  }
});

test("deletes the sent operations of a deleted conversation", async () => {
  const tab = await openTab(new KeyServer());
  await tab.append([
    { endpointId: "chat.x", entity: "thread:t1", label: WORD, body: { threadId: "t1", text: WORD } },
  ]);
  await tab.drain();
  await (await openDatabase()).clear("answers");
  const { forgetThing } = await import("./forget-thing.ts");
  await forgetThing("t1");
  expect(await storesWithWord()).toEqual([]);
});

test("deletes local data of a thing that another device has already deleted", async () => {
  const server = new KeyServer();
  const tab = await openTab(server);
  await storeTraces();
  server.faults.push("not-found");
  const params = { memoryId: memory.id };
  await tab.append([
    { endpointId: deleteMemory.id, params, entity: "memory:memory-1", label: "It", body: {} },
  ]);
  await tab.drain();
  expect(await storesWithWord()).toEqual([]);
  // The user wanted it gone, and it is.
  expect(await tab.outbox.listOperations()).toEqual([]);
});

test("discards a response in flight that names the deleted thing", async () => {
  const tab = await openTab(new KeyServer());
  await tab.append([
    {
      endpointId: deleteMemory.id,
      params: { memoryId: memory.id },
      entity: "memory:memory-1",
      label: "It",
      body: {},
    },
  ]);
  await tab.drain();
  const [{ storeThread, readThread }, { cacheQuery }] = await Promise.all([
    import("./local-copy.ts"),
    import("./query-storage.ts"),
  ]);
  const page = {
    thread: { id: "t" },
    messages: [{ id: "m", text: WORD, sources: [{ sourceId: `memory:${memory.id}` }] }],
  } as unknown as ThreadPage; // only the fields that are read
  const client = new QueryClient();
  client.setQueryData(["archive"], { memories: [memory, { id: "other" }] });
  client.setQueryData(["alone"], memory);
  const store = async () => {
    await storeThread("ada", page);
    for (const name of ["archive", "alone"]) await cacheQuery(client, [name]);
  };
  await store();
  expect(await storesWithWord()).toEqual([]);
  expect(await (await openDatabase()).getAll("queries")).toEqual([]);
  // Much later, no response from before the deletion is in flight.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 });
  await store();
  vi.useRealTimers();
  expect((await readThread("t"))?.data).toEqual(page);
});
