import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, expectAccessible } from "./fixtures/looby.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import type { KillablePhone } from "./fixtures/phone.ts";
import {
  ADD,
  arrive,
  choosePhoto,
  enterAccount,
  expectListed,
  expectOnServer,
  fillIn,
  KEPT,
  keysOf,
  PASSWORD,
  storedPhotos,
  test,
  UPLOAD,
} from "./fixtures/shaky.ts";
import { storedAnswers, plantOperation, setRoom } from "./fixtures/waiting.ts";

// Operations that cannot simply be sent: refused, discarded, another user's, without a session, lost, or not understood.

test(
  "a refused write is shown, stays queued, and is sent again once it is mended",
  { tag: "@gate" },
  async ({ looby, line, phone }) => {
    const world = { looby, line, phone };
    const page = await arrive(world, "Duchess");
    await page.goto(`${line.url}/me?dialog=add-resource`);
    await fillIn(page, "Pepper mill");
    await page.getByLabel("Tags (comma-separated)").fill("x".repeat(41));
    await choosePhoto(page, "odd.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]));
    await page.getByRole("button", { name: "Submit Resource" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Failed to submit resource." })).toBeVisible();
    await page.goto(`${line.url}/me`);
    await page.getByRole("button", { name: "1 change needs your decision" }).click();

    const outbox = page.getByRole("dialog", { name: "Waiting to be sent" });
    const item = outbox.getByRole("listitem");
    await expect(item).toContainText("Pepper mill");
    await expect(item).toContainText("Refused");
    await expectAccessible(page);
    await item.getByRole("button", { name: "Edit Pepper mill" }).click();
    const form = page.getByRole("dialog", { name: "Edit and send again" });
    await expect(form.getByLabel("Title")).toHaveValue("Pepper mill");
    await form.getByRole("button", { name: "Remove photo 1" }).click();
    await form.getByRole("button", { name: "Submit Resource" }).click();
    await expect(form.getByLabel("Tags (comma-separated)")).toHaveAccessibleDescription(
      /at most 40 characters/,
    );
    await form.getByLabel("Tags (comma-separated)").fill("pepper");
    await form.getByRole("button", { name: "Submit Resource" }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole("button", { name: /needs your decision/ })).toBeHidden();
    await expectOnServer(world, "Pepper mill");
  },
);

test("throwing away asks first, and takes the photos along", async ({ looby, line, phone }) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Gryphon");
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Mock turtle");
  await choosePhoto(page, "turtle.png");
  await line.cut();
  // The device is full: nothing is queued partially, and the form keeps its contents until there is room.
  await setRoom(page, "full");
  await page.getByRole("button", { name: "Submit Resource" }).click();
  const noRoom = "There is no room left on this device to keep it safe.";
  await expect(page.getByRole("alert").filter({ hasText: noRoom })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Mock turtle");
  await setRoom(page, "enough");
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await page.getByRole("button", { name: "Show what waits" }).click();
  await page.getByRole("button", { name: "Discard Mock turtle" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard Mock turtle?" });
  await expect(question).toContainText("It and its photo are on this device only");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Nothing is waiting")).toBeVisible();
  await line.mend();
  await page.goto(`${line.url}/me`);
  await expect(page.getByText("Nothing shared yet")).toBeVisible();
  expect(await storedPhotos(world)).toEqual([]);
  expect(keysOf(line, UPLOAD)).toEqual([]);
});

test("another person on the same phone neither sees nor sends it", async ({ looby, line, phone }) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Alice");
  line.treat = (call) => (call === ADD ? { status: 503, body: "{}" } : "pass");
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Looking glass");
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await expect(page.getByRole("alert")).toContainText(KEPT);
  await page.goto(`${line.url}/me`);
  await expect(page.getByText("Something of yours is still waiting here.")).toBeVisible();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Anonymous" })).toBeVisible();
  expect(await storedAnswers(page)).not.toContain("Alice");
  const attempts = line.writes.filter(({ call }) => call === ADD).length;
  line.treat = () => "pass";

  await page.getByRole("button", { name: "Sign Up" }).click();
  await enterAccount(page, "Red Knight", "Sign Up");
  await expect(page.getByRole("heading", { name: "Red Knight" })).toBeVisible();
  await expect(page.getByText("Nothing shared yet")).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.reload();
  await expect(page.getByText("Nothing shared yet")).toBeVisible();
  await expect(page.getByText("Looking glass")).toBeHidden();
  await expect(page.getByRole("button", { name: /waiting/ })).toBeHidden();
  // Only the owner and the number of items are shown.
  await page.getByRole("button", { name: "1 thing of Alice waits here until Alice signs in." }).click();
  const waiting = page.getByRole("dialog", { name: "Waiting to be sent" });
  await expect(waiting.getByText("Nothing of yours is waiting")).toBeVisible();
  await expect(waiting.getByRole("button", { name: "Discard all" })).toBeVisible();
  await expect(waiting.getByRole("button", { name: "Save as a file" })).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  expect(line.writes.filter(({ call }) => call === ADD)).toHaveLength(attempts);

  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.getByRole("button", { name: "Sign In" }).click();
  await enterAccount(page, "Alice", "Sign In");
  await expect(page.getByRole("heading", { name: "Alice" })).toBeVisible();
  await expectListed(page, "Looking glass");
  await expectOnServer(world, "Looking glass");
});

test("a session that has ended waits for its person", async ({ looby, line, phone }) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "White Rabbit");
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Pocket watch");
  await phone.context().clearCookies();
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await expect(page.getByRole("alert")).toContainText(KEPT);
  await page.getByRole("button", { name: "Show what waits" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign In" }).click();
  await enterAccount(page, "White Rabbit", "Sign In");
  await expect(page.getByText("Signed in as White Rabbit.")).toBeVisible();
  await page.goto(`${line.url}/me`);
  await expectListed(page, "Pocket watch");
  await expectOnServer(world, "Pocket watch");
});

test("a photo the device has lost is said to be lost", async ({ looby, line, killable: phone }) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Lory");
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Thimble");
  await choosePhoto(page, "thimble.png");
  await line.cut();
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await expect(page.getByRole("alert")).toContainText(KEPT);
  await phone.shutDown();
  expect(await loseFiles(phone)).toBeGreaterThan(0);
  const reopened = await phone.open();
  await line.mend();
  await reopened.goto(`${line.url}/me`);
  await reopened.getByRole("button", { name: "1 change needs your decision" }).click();
  await expect(reopened.getByRole("dialog")).toContainText("This device has lost a file that belongs to it.");
  await reopened.getByRole("button", { name: "Edit Thimble" }).click();
  const form = reopened.getByRole("dialog", { name: "Edit and send again" });
  await expect(form).toContainText("One photo is no longer on this device.");
  await form.getByRole("button", { name: "Submit Resource" }).click();
  await expect(form).toBeHidden();
  await expect(reopened.getByRole("button", { name: "Thimble" })).toBeVisible();
});

test("changed on two phones: both versions are shown, and each choice does what it says", async ({
  looby,
  line,
  phone,
  request,
}) => {
  const page = await arrive({ looby, line, phone }, "Tweedledum");
  const mine = phone.context().request;
  const add = async (title: string) => {
    const entry = { loobricateId: "tinker-row", title, description: "As it was.", offeringType: "gear" };
    const made = await mine.post(`${line.url}/api/loobrary-signup`, { data: entry });
    return ((await made.json()) as { id: string }).id;
  };
  const titles = ["Nohow rattle", "Contrariwise rattle", "Spoilt rattle", "Lost rattle"];
  const ids: string[] = [];
  for (const title of titles) ids.push(await add(title));
  for (const id of ids) {
    await page.goto(`${line.url}/me?dialog=edit-entry&id=${id}`);
    await expect(page.getByLabel("Title")).toBeVisible();
  }
  await line.cut();
  for (const [index, id] of ids.entries()) {
    await page.goto(`${line.url}/me?dialog=edit-entry&id=${id}`);
    await page.getByLabel("Description").fill(`Mine, ${index}.`);
    if (index >= 2) await choosePhoto(page, "rattle.png");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Your changes are kept on this device")).toBeVisible();
  }
  // The same user's other phone.
  const url = looby.url;
  await request.post(`${url}/api/account/sign-in`, { data: { pseudonym: "Tweedledum", password: PASSWORD } });
  const key = { "idempotency-key": "the-other-phone" };
  expect((await request.delete(`${url}/api/entries/${ids[3]}`, { headers: key })).status()).toBe(200);
  for (const [index, id] of ids.slice(0, 3).entries()) {
    const answer = await request.patch(`${url}/api/entries/${id}`, {
      data: { description: `Theirs, ${index}.`, version: 1 },
    });
    expect(answer.status()).toBe(200);
  }
  await line.mend();
  await page.goto(`${line.url}/me?dialog=outbox`);
  const items = page.getByRole("dialog").getByRole("listitem");
  await expect(items.filter({ hasText: "Changed by someone else" })).toHaveCount(3);
  const lost = items.filter({ hasText: "Lost rattle" });
  await expect(lost).toContainText("This was deleted on another device.");
  await expectAccessible(page);
  await lost.getByRole("button", { name: /^Keep as new/ }).click();
  await expect(items).toHaveCount(3);
  const conflict = items.filter({ hasText: "Nohow" });
  await expect(conflict.getByRole("region", { name: /^Yours/ })).toContainText("Mine, 0.");
  // Equal fields are not listed.
  await expect(conflict.getByRole("region", { name: /^On the server/ })).toHaveText(
    "On the serverDescriptionTheirs, 0.",
  );
  await conflict.getByRole("button", { name: /^Keep mine/ }).click();
  await expect(items).toHaveCount(2);
  await items
    .filter({ hasText: "Contrariwise" })
    .getByRole("button", { name: /^Take theirs/ })
    .click();
  await expect(items).toHaveCount(1);
  // The photo was uploaded before the change was refused. The phone keeps it until the user has decided.
  await expect(items.getByRole("region", { name: /^Yours/ }).getByAltText("Photo 1 of 1")).toBeVisible();
  await expect(items.getByRole("region", { name: /^On the server/ })).toContainText("PhotosNone");
  await expectAccessible(page);
  // The entry's own form also shows both versions, even when its address is opened first.
  await page.goto(`${line.url}/me?dialog=edit-entry&id=${ids[2]}`);
  const form = page.getByRole("dialog", { name: "Edit gear" });
  await expect(form.getByRole("alert")).toContainText("Someone changed this too");
  await expect(form.getByText("Theirs, 2.")).toBeVisible();
  await expect(form.getByAltText("Photo 1 of 1")).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  const { listings } = (await (await request.get(`${url}/api/listings?limit=500`)).json()) as {
    listings: { id: string; title: string; description: string; photos: { gallery: unknown[] } }[];
  };
  const now = ids.map((id) => listings.find((listing) => listing.id === id));
  expect(now.map((entry) => entry?.description)).toEqual(["Mine, 0.", "Theirs, 1.", "Mine, 2.", undefined]);
  expect(now.map((entry) => entry?.photos.gallery.length)).toEqual([0, 0, 1, undefined]);
  const anew = listings.filter(({ title }) => title === "Lost rattle");
  expect(anew).toMatchObject([{ description: "Mine, 3.", photos: { gallery: [expect.anything()] } }]);
});

test("a write of another version holds up no other: a newer one's waits, an older one's can be read and saved", async ({
  looby,
  line,
  phone,
}) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Knave");
  await plantOperation(page, { endpointId: "tarts.steal", label: "Tarts", version: 99 }, {});
  const words = { recipe: { flour: "Two cups" }, note: "All on a summer's day" };
  await plantOperation(page, { endpointId: "tarts.bake", label: "Baking" }, words);
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Jam");
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await expect(page.getByRole("heading", { name: "Knave" })).toBeVisible();
  await expectOnServer(world, "Jam");
  await page.getByRole("button", { name: "1 change needs your decision" }).click();
  const items = page.getByRole("dialog").getByRole("listitem");
  const newer = items.filter({ hasText: "Tarts" });
  await expect(newer).toContainText("This version of Looby cannot send it. Please reload.");
  const older = items.filter({ hasText: "Baking" });
  await expect(older).toContainText("An older version of Looby made it");
  await older.getByText("What’s in it").click();
  await expect(older).toContainText("recipe.flourTwo cups");
  const saving = page.waitForEvent("download");
  await older.getByRole("button", { name: "Save a copy of Baking" }).click();
  const copy = await readFile(await (await saving).path(), "utf8");
  expect(copy).toContain("note:\nAll on a summer's day");
  await older.getByRole("button", { name: "Discard Baking" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(items).toHaveCount(1);

  // Confirmed once, by a server that was then set back to a backup.
  const problem = { code: "set-back", error: "It was set back.", current: "2026-08-30T14:00:00.000Z" };
  const content = "The Queen of Hearts has made some tarts.";
  const row = { endpointId: createMemory.id, label: "Treacle-well", state: "failed", problem };
  await plantOperation(page, row, { type: "something-else", content });
  await page.goto(`${line.url}/me?dialog=outbox`);
  await expect(items).toHaveCount(2);
  await expect(items.filter({ hasText: "Treacle-well" })).toContainText("Missing on the server");
  const missing = page.getByRole("region", { name: "Missing on the server" });
  await expect(missing).toContainText(
    /The server was set back to Aug 30, 2026.* 1 thing of yours is missing/,
  );
  await expectAccessible(page);
  await missing.getByRole("button", { name: "Send again" }).click();
  await expect(missing).toBeHidden();
  await expect(items).toHaveCount(1);
  expect(line.writes.filter(({ call }) => call === `POST ${createMemory.path}`)).toHaveLength(1);
});

/** Deletes the files in the browser's databases. @returns how many */
async function loseFiles(phone: KillablePhone): Promise<number> {
  const folder = join(phone.folder, "Default", "IndexedDB");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const blobs = entries.filter((entry) => entry.isFile() && entry.parentPath.includes(".indexeddb.blob"));
  for (const { parentPath, name } of blobs) await rm(join(parentPath, name));
  return blobs.length;
}
