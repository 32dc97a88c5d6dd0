import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fillDevice } from "../outbox/outbox-fixture.ts";

// A form draft survives a reload and is never shown to the next user of this phone.

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a fresh page that shares only the browser's database with the previous one. */
async function openPage() {
  vi.resetModules();
  const [drafts, photos, phone, database] = await Promise.all([
    import("./form-drafts.ts"),
    import("./draft-photos.ts"),
    import("../user/set-user.ts"),
    import("../database.ts"),
  ]);
  const facts = async () => JSON.stringify(await (await database.openDatabase()).getAll("facts"));
  return { ...drafts, ...photos, ...phone, facts };
}

const words = { content: "The zebrafish lamp." };
/** A page's draft that continues the one of the older version. */
const memory = { name: "memory#2", seen: ["memory"], words };
const found = { name: "memory#2", words };
const sent = { ...memory, words: null };

test("restores a visitor's draft after a reload and moves it to their new account", async () => {
  const first = await openPage();
  await first.saveFormDraft(memory, await first.formWriter());
  await first.setUser("anon-1");
  const second = await openPage();
  expect(await second.readFormDraft("memory")).toEqual(found);
  expect(await second.readFormDraft("need")).toBeNull();
  await second.setUser("user-ada", "Ada");
  expect(await second.readFormDraft("memory")).toEqual(found);
  await second.saveFormDraft(sent, "user-ada");
  expect(await second.facts()).not.toContain("zebrafish");
});

test.each([null, "user-eve"])(
  "deletes an account's draft when it is left for %s, despite writes of other tabs",
  async (next) => {
    const page = await openPage();
    await page.setUser("user-ada", "Ada");
    await page.saveFormDraft(memory, "user-ada");
    await page.saveFormDraft({ name: "borrow:tent#1", seen: [], words }, "user-ada");
    const other = await openPage();
    await other.setUser(next, next === "user-eve" ? "Eve" : null);
    expect(await other.facts()).not.toContain("zebrafish");
    // A form that stayed open in this tab and in the tab that signed in.
    await page.saveFormDraft(memory, "user-ada");
    await other.saveFormDraft(memory, "user-ada");
    expect(await other.readFormDraft("memory")).toBeNull();
    expect(await other.facts()).not.toContain("zebrafish");
  },
);

test("stores an account's draft beyond the end of its session, for that account only", async () => {
  const page = await openPage();
  await page.setUser("user-ada", "Ada");
  await page.saveFormDraft(memory, "user-ada");
  await page.setUser("anon-2");
  expect(await page.readFormDraft("memory")).toBeNull();
  await page.setUser("user-ada", "Ada");
  expect(await page.readFormDraft("memory")).toEqual(found);
  await page.setUser("anon-3");
  await page.setUser("user-eve", "Eve");
  expect(await page.facts()).not.toContain("zebrafish");
});

test("deletes a draft dropped while being stored, and drafts older than a month", async () => {
  const page = await openPage();
  await page.setUser("user-ada", "Ada");
  await Promise.all([page.saveFormDraft(memory, "user-ada"), page.saveFormDraft(sent, "user-ada")]);
  expect(await page.readFormDraft("memory")).toBeNull();
  await page.saveFormDraft(memory, "user-ada");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 24 * 3600 * 1000 });
  expect(await page.readFormDraft("memory")).toBeNull();
  await page.saveFormDraft({ name: "need#1", seen: [], words: { content: "A pump" } }, "user-ada");
  expect(await page.facts()).not.toContain("zebrafish");
});

test.each([
  ["the account that a visitor became", "anon-1", "user-ada"],
  ["an account whose session has ended", "user-ada", "anon-2"],
])("deletes a sent draft of %s", async (_, writer, next) => {
  const page = await openPage();
  await page.setUser(writer, writer === "user-ada" ? "Ada" : null);
  await page.saveFormDraft(memory, writer);
  await page.setUser(next, next === "user-ada" ? "Ada" : null);
  expect(await page.facts()).toContain("zebrafish");
  await page.saveFormDraft(sent, writer); // from the form that stayed open
  expect(await page.facts()).not.toContain("zebrafish");
});

test("stores a draft beside one that its page has not shown", async () => {
  const page = await openPage();
  await page.setUser("user-ada", "Ada");
  const older = { name: "memory", seen: [], words: { content: "An older lamp" } };
  await page.saveFormDraft(older, "user-ada");
  await page.saveFormDraft({ ...memory, seen: [] }, "user-ada");
  expect(await page.readFormDraft("memory")).toEqual(found);
  await page.saveFormDraft({ ...sent, seen: [] }, "user-ada");
  expect(await page.readFormDraft("memory")).toEqual({ name: "memory", words: older.words });
});

test("restores a draft only while the operation that sends it is not queued or sent", async () => {
  const page = await openPage();
  await page.setUser("user-ada", "Ada");
  await page.saveFormDraft({ ...memory, sentAs: "sending" }, "user-ada");
  expect(await page.readFormDraft("memory")).toEqual(found); // its page was left before the outbox had it
  const { append, discard } = await import("../outbox/outbox.ts");
  const [sending] = await append([
    { id: "sending", endpointId: "memories.create", entity: "memory:1", label: "Lamp", body: words },
  ]);
  const next = await openPage();
  expect(await next.readFormDraft("memory")).toBeNull();
  await next.saveFormDraft({ name: "memory#3", seen: [], words: { content: "A newer lamp" } }, "user-ada");
  expect(await next.readFormDraft("memory")).toMatchObject({ name: "memory#3" });
  await discard(sending?.id ?? ""); // the server has refused it
  await next.saveFormDraft({ name: "memory#3", seen: [], words: null }, "user-ada");
  expect(await next.readFormDraft("memory")).toEqual(found);
});

test("restores a draft whose write ended with a database in memory", async () => {
  vi.stubGlobal("indexedDB", {
    open() {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  });
  const ahead = { userId: "", seen: [], words, sentAs: "sending" };
  vi.stubGlobal("localStorage", { "looby.draft:memory#1": JSON.stringify(ahead) });
  const page = await openPage();
  await page.formWriter();
  expect(await page.readFormDraft("memory")).toEqual({ name: "memory#1", words });
});

const photo = new File(["pixels of a lamp"], "lamp.webp", { type: "image/webp" });
const photographed = { ...memory, words: { ...words, photos: "photo-1 photo-2" } };

test("restores a photo of a draft after a reload, until the draft names it no more", async () => {
  const first = await openPage();
  await first.setUser("user-ada", "Ada");
  for (const id of ["photo-1", "photo-2"]) await first.saveDraftPhoto(id, photo);
  await first.saveFormDraft(photographed, "user-ada");
  const second = await openPage();
  const restored = await second.readDraftPhoto("photo-1");
  expect([restored?.name, restored?.type, await restored?.text()]).toEqual([
    "lamp.webp",
    "image/webp",
    "pixels of a lamp",
  ]);
  // The next page continues the draft, without one of the photos.
  const next = { name: "memory#3", seen: ["memory#2"], words: { ...words, photos: "photo-2" } };
  await second.saveFormDraft(next, "user-ada");
  expect(await second.readDraftPhoto("photo-1")).toBeNull();
  expect(await second.readDraftPhoto("photo-2")).not.toBeNull();
  await second.saveFormDraft({ ...next, words: null }, "user-ada");
  expect(await second.readDraftPhoto("photo-2")).toBeNull();
});

test.each([null, "user-eve"])("deletes a photo of a draft when its account is left for %s", async (next) => {
  const page = await openPage();
  await page.setUser("user-ada", "Ada");
  await page.saveDraftPhoto("photo-1", photo);
  const other = await openPage();
  await other.setUser(next, next === null ? null : "Eve");
  expect(await other.facts()).not.toContain("lamp.webp");
  // The form stayed open in this tab.
  await page.saveDraftPhoto("photo-1", photo);
  expect(await other.facts()).not.toContain("lamp.webp");
});

test("restores no draft of a form whose name begins with this form's name", async () => {
  const page = await openPage();
  await page.setUser("user-ada", "Ada");
  await page.saveFormDraft({ name: "borrow:tent-2#1", seen: [], words }, "user-ada");
  expect(await page.readFormDraft("borrow:tent")).toBeNull();
});

test("stores a photo until no draft of another page names it either", async () => {
  const page = await openPage();
  await page.setUser("user-ada", "Ada");
  await page.saveDraftPhoto("photo-1", photo);
  const first = { ...memory, words: { ...words, photos: "photo-1" } };
  const second = { ...first, name: "memory#3", seen: [] };
  await page.saveFormDraft(first, "user-ada");
  await page.saveFormDraft(second, "user-ada");
  await page.saveFormDraft({ ...first, words: null }, "user-ada");
  expect(await page.readDraftPhoto("photo-1")).not.toBeNull();
  await page.saveFormDraft({ ...second, words: null }, "user-ada");
  expect(await page.readDraftPhoto("photo-1")).toBeNull();
});

test("deletes a photo that got no draft within a minute", async () => {
  const page = await openPage();
  await page.setUser("user-ada", "Ada");
  await page.saveDraftPhoto("photo-1", photo);
  await page.saveFormDraft(memory, "user-ada");
  expect(await page.readDraftPhoto("photo-1")).not.toBeNull(); // its draft may be on its way
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  await page.saveFormDraft(memory, "user-ada");
  expect(await page.readDraftPhoto("photo-1")).toBeNull();
});

test("stores a photo on a full device in place of cached answers", async () => {
  const page = await openPage();
  await page.setUser("user-ada", "Ada");
  const restore = fillDevice(0, true);
  await page.saveDraftPhoto("photo-1", photo).finally(restore);
  expect(await page.readDraftPhoto("photo-1")).not.toBeNull();
});
