import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import { storedRows } from "./fixtures/stored-rows.ts";

test("checks the library for a new need and shows others its words without the name", async ({
  open,
  page,
  browser,
  looby,
}) => {
  // On a slow connection, the first message is sent before the visitor has a session.
  const messageSent = Promise.withResolvers<void>();
  await page.route(
    "**/api/account/session",
    async (route) => {
      await messageSent.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await open("/needs");
  await page.getByLabel("What do you need?").fill("I'm looking for a generator for our stage");
  await page.getByLabel("About where are you?").fill("7:30 & C");
  await page.getByRole("button", { name: "Post it" }).click();
  await expect(page.getByRole("button", { name: "Sending..." })).toBeVisible();
  messageSent.resolve();
  const mine = page.getByRole("list", { name: "Your requests" });
  await expect(mine).toContainText("a generator for our stage");
  await expect(async () => {
    await page.reload();
    await expect(mine.getByRole("list", { name: "Maybe one of these" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectAccessible(page);

  const other = await browser.newPage({ baseURL: looby.url });
  await other.goto("/needs");
  const others = other.getByRole("list", { name: "What others need" });
  await expect(others).toContainText("a generator for our stage");
  await expect(others).toContainText("7:30 & C");
  await other.close();

  await mine.getByRole("switch", { name: "Ask around" }).click();
  await mine.getByRole("button", { name: "Found it" }).click();
  await expect(mine).toContainText("Closed");
  await mine.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Forget" }).click();
  await expect(mine).toBeHidden();
});

test.describe("without a service worker", () => {
  test.use({ serviceWorkers: "block" });

  test("posts a need although no more code can be loaded", async ({ page }) => {
    await page.goto("/needs");
    const words = page.getByLabel("What do you need?");
    await page.waitForLoadState("networkidle");
    await words.fill("a pump for a tyre");
    await expect
      .poll(async () => JSON.stringify(await storedRows(page, "facts")))
      .toContain("a pump for a tyre");
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.getByRole("button", { name: "Post it" }).click();
    await expect(page.getByRole("list", { name: "Your requests" })).toContainText(
      "I'm looking for a pump for a tyre",
    );
  });
});
