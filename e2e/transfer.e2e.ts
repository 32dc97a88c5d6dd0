import { readFile } from "node:fs/promises";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

test("lets only an admin export and import listings", async ({ open, looby }) => {
  const page = await open("/me?dialog=account&mode=sign-up");
  const account = page.getByRole("dialog", { name: "Your account" });
  await account.getByLabel("Pseudonym").fill("Archivist");
  await account.getByLabel("Password", { exact: true }).fill("a tent with 3 poles");
  await account.getByRole("button", { name: "Sign Up" }).click();
  await expect(account).toBeHidden();
  const founded = await page.request.post("/api/loobricates", {
    headers: { origin: looby.url },
    data: {
      id: "archive",
      name: "The Archive",
      description: "Keeps things.",
      location: "7:30 & E",
      adminUsername: "archive",
      adminPassword: "a tent with 3 poles",
    },
  });
  expect([founded.status(), await founded.text()]).toEqual([200, expect.any(String)]);

  await page.goto("/me?dialog=community-data&id=paper-moon");
  await expect(page.getByText("Only an admin may take its data out")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/me?dialog=community-panel&id=archive&mode=history");
  await page.getByRole("button", { name: "Import and export" }).click();
  const dialog = page.getByRole("dialog", { name: "Import and export" });
  const file = (text: string) => ({ name: "listings.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const rows = 'title,description,type\n"=1+1, a lamp",It glows,gear\nNo type,x,car\n';
  await dialog.getByLabel("Import listings").setInputFiles(file(rows));
  await expect(dialog.getByText("This file: 1 new, 0 changed, 0 as they are, 1 refused.")).toBeVisible();
  await expect(dialog.getByText("Row 3, No type")).toBeVisible();
  await expect(dialog.getByRole("row", { name: "2 New =1+1, a lamp It glows gear available" })).toBeVisible();
  await expectAccessible(page);
  const start = dialog.getByRole("button", { name: "Import 1 listing" });
  await expect(start).toBeDisabled();
  await dialog.getByRole("switch", { name: "Leave the refused rows out" }).check();
  await start.click();
  await expect(dialog.getByText("Imported: 1 new")).toBeVisible();

  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Export listings as CSV" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain(`"'=1+1, a lamp",It glows,gear,available`);
  await dialog.getByLabel("Import listings").setInputFiles(file(text));
  await expect(dialog.getByText("Nothing to import: 0 new, 0 changed, 1 as they are")).toBeVisible();

  // A file of members without a row of headings is rejected with an explanation.
  const members = { name: "members.csv", mimeType: "text/csv", buffer: Buffer.from("Archivist,admin") };
  await dialog.getByLabel("Import members").setInputFiles(members);
  await expect(dialog.getByText('It is "Archivist, admin". Add a row of headings')).toBeVisible();
});
