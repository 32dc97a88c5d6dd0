import { expect, expectAccessible, test } from "./fixtures/looby.ts";

// The story restarts its server with another setting.
test.use({ server: "own" });

test("lets an operator preview a file of camps and shows the imported year on the map", async ({
  open,
  looby,
}) => {
  const page = await open("/about");
  await page.getByRole("link", { name: "import the camps of a year" }).click();
  await expect(page.getByText("Sign in with the account that runs this server.")).toBeVisible();
  await page.goto("/operator/camps?dialog=account&mode=sign-up");
  const dialog = page.getByRole("dialog", { name: "Your account" });
  await dialog.getByLabel("Pseudonym").fill("Boss");
  await dialog.getByLabel("Password", { exact: true }).fill("a tent with 3 poles");
  await dialog.getByRole("button", { name: "Sign Up" }).click();
  await expect(dialog).toBeHidden();
  await looby.stop();
  await looby.start({ OPERATORS: "boss" });
  await page.reload();
  await expect(page.getByText("Nothing is imported yet")).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Please choose a file.")).toBeVisible();

  const camp = (uid: string, intersection: string, more = {}) => ({
    uid,
    name: `Camp ${uid}`,
    location: {
      frontage: "E",
      intersection,
      dimensions: "50 x 80",
      exact_location: "Corner - facing man & 2:00",
    },
    ...more,
  });
  const camps = [camp("one", "7:30"), camp("two", "4:30", { url: "javascript:alert(1)" }), { uid: "three" }];
  await page.getByLabel("File of camps").setInputFiles({
    name: "camps.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(camps)),
  });
  await page.getByLabel("Year").fill("twenty");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Please give a year of four digits")).toBeVisible();
  await page.getByLabel("Year").fill("2024");
  await page.getByLabel("Show places from").fill("2099-08-30T18:00");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Refused: name is missing.")).toBeVisible();
  await expect(page.getByText("Cleaned: url is not a web address")).toBeVisible();
  await expectAccessible(page);
  const start = page.getByRole("button", { name: "Import 2 camps" });
  await expect(start).toBeDisabled();
  await page.getByRole("switch", { name: "Leave the refused rows out" }).check();
  await start.click();
  await expect(page.getByText("Imported. The map shows 2024 now.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Imported years" })).toContainText("2024: 2 camps, on the map");
  const listed = await page.evaluate(async () => (await fetch("/api/playaCamps")).text());
  expect(listed).toContain("Camp one");
  expect(listed).not.toContain("javascript:");

  await page.goto("/explore?panel=browse");
  await expect(page.getByText("Camp addresses are shown from Aug 30, 2099, 6:00 PM.").first()).toBeVisible();

  // Another page for operators only.
  await page.goto("/operator/omi");
  await expect(page.getByText("This server has no Omi app yet.")).toBeVisible();
  await expect(page.getByText(/\/api\/omi\/webhook\/[\w-]{43}/)).toBeVisible();
  await expectAccessible(page);
});
