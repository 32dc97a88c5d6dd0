import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// What is typed into a form is its person's: through a reload, and never before the eyes of whoever comes next on this phone.

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that has just been opened: nothing but the browser's database is left of the one before. */
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

test("typed by a visitor it is there after a reload, and goes along to the account the visitor becomes", async () => {
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

test.each([null, "anon-2", "user-eve"])(
  "nothing of it is on the phone once an account is left for %s, whatever another tab still writes",
  async (next) => {
    const page = await openPage();
    await page.setUser("user-ada", "Ada");
    await page.saveFormDraft("memory", words, "user-ada");
    await page.saveFormDraft("borrow:tent", words, "user-ada");
    const other = await openPage();
    await other.setUser(next, next === "user-eve" ? "Eve" : null);
    expect(await other.facts()).not.toContain("zebrafish");
    // A form that was open all the while, in this tab and in the one that knows better.
    await page.saveFormDraft("memory", words, "user-ada");
    await other.saveFormDraft("memory", words, "user-ada");
    expect(await other.readFormDraft("memory")).toBeNull();
    expect(await other.facts()).not.toContain("zebrafish");
  },
);

test("dropped while it is being stored it stays away; after a month it is gone", async () => {
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
