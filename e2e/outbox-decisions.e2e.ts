import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, expectAccessible } from "./fixtures/looby.ts";
import type { KillablePhone } from "./fixtures/phone.ts";
import { arrive, choosePhoto, expectOnServer, fillIn, SAVED_NOTE, test } from "./fixtures/shaky.ts";

// Operations that cannot simply be sent: refused, or lost by the device. The other decisions: src/web/dialogs/outbox/*.test.tsx.

test("shows a rejected write and sends it again after the user has corrected it", async ({
  looby,
  line,
  phone,
}) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Duchess");
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Pepper mill");
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
  await expect(form).toBeHidden();
  await expect(page.getByRole("button", { name: /needs your decision/ })).toBeHidden();
  await expectOnServer(world, "Pepper mill");
});

test("reports a photo that the device has lost", async ({ looby, line, killable: phone }) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Lory");
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Thimble");
  await choosePhoto(page, "thimble.png");
  await line.cut();
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await expect(page.getByRole("alert")).toContainText(SAVED_NOTE);
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

/** Deletes the files in the browser's databases. @returns how many */
async function loseFiles(phone: KillablePhone): Promise<number> {
  const folder = join(phone.folder, "Default", "IndexedDB");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const blobs = entries.filter((entry) => entry.isFile() && entry.parentPath.includes(".indexeddb.blob"));
  for (const { parentPath, name } of blobs) await rm(join(parentPath, name));
  return blobs.length;
}
