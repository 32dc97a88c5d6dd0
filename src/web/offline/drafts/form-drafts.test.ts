import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

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
  const [drafts, phone, database] = await Promise.all([
    import("./form-drafts.ts"),
    import("../user/set-user.ts"),
    import("../database.ts"),
  ]);
  const facts = async () => JSON.stringify(await (await database.openDatabase()).getAll("facts"));
  return { ...drafts, ...phone, facts };
}

const words = { content: "The zebrafish lamp." };

test("restores a visitor's draft after a reload and moves it to their new account", async () => {
  const first = await openPage();
  await first.saveFormDraft("memory", words, await first.formWriter());
  await first.setUser("anon-1");
  const second = await openPage();
  expect(await second.readFormDraft("memory")).toEqual(words);
  expect(await second.readFormDraft("need")).toBeNull();
  await second.setUser("user-ada", "Ada");
  expect(await second.readFormDraft("memory")).toEqual(words);
  await second.dropFormDraft("memory");
  expect(await second.facts()).not.toContain("zebrafish");
});

test.each([null, "user-eve"])(
  "deletes an account's draft when it is left for %s, despite writes of other tabs",
  async (next) => {
    const page = await openPage();
    await page.setUser("user-ada", "Ada");
    await page.saveFormDraft("memory", words, "user-ada");
    await page.saveFormDraft("borrow:tent", words, "user-ada");
    const other = await openPage();
    await other.setUser(next, next === "user-eve" ? "Eve" : null);
    expect(await other.facts()).not.toContain("zebrafish");
    // A form that stayed open in this tab and in the tab that signed in.
    await page.saveFormDraft("memory", words, "user-ada");
    await other.saveFormDraft("memory", words, "user-ada");
    expect(await other.readFormDraft("memory")).toBeNull();
    expect(await other.facts()).not.toContain("zebrafish");
  },
);

test("stores an account's draft beyond the end of its session, for that account only", async () => {
  const page = await openPage();
  await page.setUser("user-ada", "Ada");
  await page.saveFormDraft("memory", words, "user-ada");
  await page.setUser("anon-2");
  expect(await page.readFormDraft("memory")).toBeNull();
  await page.setUser("user-ada", "Ada");
  expect(await page.readFormDraft("memory")).toEqual(words);
  await page.setUser("anon-3");
  await page.setUser("user-eve", "Eve");
  expect(await page.facts()).not.toContain("zebrafish");
});

test("deletes a draft dropped while being stored, and drafts older than a month", async () => {
  const page = await openPage();
  await page.setUser("user-ada", "Ada");
  await Promise.all([page.saveFormDraft("memory", words, "user-ada"), page.dropFormDraft("memory")]);
  expect(await page.readFormDraft("memory")).toBeNull();
  await page.saveFormDraft("memory", words, "user-ada");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 24 * 3600 * 1000 });
  expect(await page.readFormDraft("memory")).toBeNull();
  await page.saveFormDraft("need", { content: "A pump" }, "user-ada");
  expect(await page.facts()).not.toContain("zebrafish");
});
