import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import { startServer } from "./fixtures/server.ts";

// The main job of a new user on a fresh server, from the first question to an answer that cites their own entry, with the server killed in
// between.

test("opens the resource of every citation in an answer to a visitor", async ({ open }) => {
  const page = await open("/");
  await expect(page.getByText("Answers come from the library")).toBeVisible();
  await page.getByPlaceholder("Send a message...").fill("who can lend me a generator near 7:30?");
  await page.keyboard.press("Enter");
  const log = page.getByRole("log");
  const cards = log.getByRole("button", { name: /^(?!Ask to borrow).*generator/i });
  await expect(cards.first()).toBeVisible();
  const dialog = page.getByRole("dialog");
  for (const [place, card] of (await cards.all()).entries()) {
    await card.click();
    await expect(dialog).toContainText("generator");
    // The nearest item comes first.
    if (place === 0) await expect(dialog).toContainText("7:30");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
});

test("shows a visitor the way to sign up instead of the form for a resource", async ({ open }) => {
  const page = await open("/?dialog=add-resource");
  await expect(page.getByRole("dialog", { name: "Sign up to share something" })).toBeVisible();
  await expect(page.getByLabel("Resource Type")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/(?:#.*)?$/);
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
});

test(
  "cites a new member's resource with photo and map marker after a server crash",
  { tag: "@gate" },
  async ({ browser }) => {
    const looby = await startServer();
    const page = await (await browser.newContext({ baseURL: looby.url })).newPage();
    try {
      await page.goto("/me?dialog=account&mode=sign-up");
      await page.getByLabel("Pseudonym").fill("Tinkerbird");
      await page.getByLabel("Password", { exact: true }).fill("a tent with 3 poles");
      await page.getByRole("button", { name: "Sign Up", exact: true }).last().click();
      await expect(page.getByRole("heading", { name: "Tinkerbird" })).toBeVisible();

      await page.goto("/me?dialog=add-resource");
      await page.getByLabel("Loobricate", { exact: true }).selectOption({ label: "Tinker Row" });
      await page.getByLabel("Resource Type").selectOption({ label: "Gear" });
      await page.getByLabel("Title").fill("Copper kaleidoscope telescope");
      await page.getByLabel("Description").fill("Shows the stars in six pieces. Ask at the blue awning.");
      await page.getByLabel("Tags (comma-separated)").fill("stars, copper");
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name: "stars.png", mimeType: "image/png", buffer: PIXEL });
      await page.getByRole("button", { name: "Submit Resource" }).click();
      await expect(
        page.getByText("Copper kaleidoscope telescope was added to the library", { exact: false }),
      ).toBeVisible();
      await page.goto("/me");
      await page.getByRole("button", { name: /Copper kaleidoscope telescope/ }).click();
      await expect(page).toHaveURL(/dialog=resource/);
      const { search } = new URL(page.url());

      await looby.kill();
      await looby.start();

      await page.goto(`/explore${search}`);
      const marker = page.locator("[data-marker][aria-pressed='true']");
      await expect(marker).toHaveAttribute("aria-label", /^Copper kaleidoscope telescope, \d/);

      await page.goto("/");
      await page.getByPlaceholder("Send a message...").fill("where is the copper kaleidoscope telescope?");
      await page.keyboard.press("Enter");
      const card = page
        .getByRole("log")
        .getByRole("button", { name: /Copper kaleidoscope telescope/ })
        .last();
      await card.click();
      await expect(page.getByRole("dialog")).toContainText("Shows the stars in six pieces");
      await expect(page.getByRole("dialog").getByRole("img").first()).toBeVisible();
    } finally {
      await page.context().close();
      await looby.dispose();
    }
  },
);

/** The smallest PNG. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
