import { beforeEach, expect, test } from "vitest";
import { fillDevice, freshBrowser, KeyServer, openTab, type Tab } from "../outbox/outbox-fixture.ts";

let tab: Tab;
let server: KeyServer;

const upload = {
  id: "up-1",
  endpointId: "photos.upload",
  entity: "photo:up-1",
  label: "Photo of Big oven",
  body: { file: new File(["pixels"], "oven.png", { type: "image/png" }), purpose: "entry" },
};
const edit = {
  id: "edit-1",
  endpointId: "resources.edit",
  params: { entryId: "oven" },
  entity: "resource:oven",
  label: "Changes of Big oven",
  dependsOn: ["up-1"],
  rest: { loobricateId: "circle", offeringType: "gear", tags: ["hot"], location: null },
  body: {
    title: "Big oven",
    description: "Bakes.",
    status: "available",
    photos: ["entries/ada/old.webp", { $resultOf: "up-1", field: "path" }],
    version: 3,
  },
};
const placed = {
  id: "edit-2",
  endpointId: "resources.edit",
  params: { entryId: "oven" },
  entity: "resource:oven",
  label: "Place of Big oven",
  body: { location: "7:30 & E", version: 3 },
};
const created = {
  id: "edit-1",
  loobricateId: "circle",
  offeringType: "gear",
  title: "Big oven",
  description: "Bakes.",
  status: "available",
  tags: "hot",
  photos: ["path of up-1.new"],
};

beforeEach(async () => {
  await freshBrowser("ada");
  server = new KeyServer();
  tab = await openTab(server);
});

/** The photo is uploaded, the change itself is refused. */
async function refuse(code: "gone" | "not-found" = "gone"): Promise<void> {
  await tab.append([upload, edit, placed]);
  server.faults.push("none", code);
  await tab.drain();
  expect((await tab.outbox.listOperations()).map(({ id, problem }) => [id, problem?.code])).toEqual([
    ["edit-1", code],
    ["edit-2", undefined],
  ]);
}

async function keepAsNew(): Promise<boolean> {
  return await (await import("./keep-as-new.ts")).keepAsNew("edit-1");
}

test("keeping twice, with an answer lost, makes the new thing once, with its photo and later changes", async () => {
  await refuse();
  expect(await Promise.all([keepAsNew(), keepAsNew()])).toEqual([true, false]);
  const waiting = await tab.outbox.listOperations();
  expect(waiting.map(({ id, label }) => [id, label])).toEqual([
    ["up-1.new", "Photo of Big oven"],
    ["edit-1.new", "Big oven"],
    ["edit-2", "Place of Big oven"],
  ]);
  server.faults.push("none", "cut-after");
  await tab.drain();
  expect(await keepAsNew()).toBe(false);
  await tab.outbox.wake();
  await tab.drain();
  expect(await tab.outbox.listOperations()).toEqual([]);
  expect(server.done.map(({ key }) => key)).toEqual(["up-1", "up-1.new", "edit-1.new", "edit-2"]);
  const [, photo, thing, later] = server.done.map(({ body }) => body);
  const { file } = photo as { file: File };
  expect([file.name, await file.text()]).toEqual(["oven.png", "pixels"]);
  expect(thing).toEqual(created);
  // It applies to the new thing, which has another version.
  expect(later).toEqual({ location: "7:30 & E" });
  expect(await keepAsNew()).toBe(false);
});

test("a later change refers to the new thing", async () => {
  await refuse();
  await keepAsNew();
  const later = (await tab.outbox.listOperations()).find(({ id }) => id === "edit-2");
  expect(later).toMatchObject({ params: { entryId: "edit-1" }, entity: "resource:edit-1" });
});

test("another user of this device cannot keep the change, and it stays there for its owner", async () => {
  await refuse();
  const { setUser } = await import("../user/set-user.ts");
  await setUser("bob", "Bob");
  expect(await keepAsNew()).toBe(false);
  expect(await tab.outbox.listOperations()).toEqual([]);
  await setUser("ada", "Ada");
  expect((await tab.outbox.listQueued()).map(({ id, body }) => [id, body])).toEqual([
    ["edit-1", edit.body],
    ["edit-2", placed.body],
  ]);
  expect(await keepAsNew()).toBe(true);
});

test("something that exists but no longer belongs to them is not created again", async () => {
  await refuse("not-found");
  expect(await keepAsNew()).toBe(false);
  expect(await tab.outbox.listOperations()).toHaveLength(2);
});

test("on a full device everything stays as it was", async () => {
  await refuse();
  const before = await tab.outbox.listQueued();
  const mend = fillDevice(2);
  await expect(keepAsNew()).rejects.toThrow(/full/);
  mend();
  expect(await tab.outbox.listQueued()).toEqual(before);
  expect(await keepAsNew()).toBe(true);
});
