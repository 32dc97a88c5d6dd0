import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

test.use({ server: "connected" });

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

for (const [name, viewport] of Object.entries({ phone, desktop })) {
  test.describe(name, () => {
    test.use({ viewport });

    const title = "a change is tried out, Cancel and Esc take it back, Save keeps it over a reload";
    // One size is enough for the gate.
    test(title, { tag: viewport === phone ? "@gate" : [] }, async ({ open }) => {
      const page = await open("/");
      const dialog = await openSettings(page);
      const save = dialog.getByRole("button", { name: "Save" });
      await expect(save).toBeDisabled();

      await dialog.getByLabel("Theme").selectOption({ label: "Noon, for the sun" });
      await expect(save).toBeEnabled();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "day"); // after the pause
      expect(await storedItem(page, "looby.theme")).toBeNull();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog).toBeHidden();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "night");

      await openSettings(page);
      await expect(save).toBeDisabled();
      await dialog.getByLabel("Theme").selectOption({ label: "Noon, for the sun" });
      await expect(page.locator("html")).toHaveAttribute("data-theme", "day");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "night");

      await openSettings(page);
      await dialog.getByLabel("Language model").selectOption("GPT 3.5 Turbo");
      await expect(dialog.getByText("No longer offered: openrouter/free answers instead.")).toBeVisible();
      await dialog.getByRole("switch", { name: "Answer from the library" }).uncheck();
      await dialog.getByRole("switch", { name: "Show thinking" }).check();
      await dialog.getByLabel("How likeness is measured").selectOption("dot");
      await dialog.getByLabel("Theme").selectOption("noon");
      await save.click();
      await expect(dialog).toBeHidden();
      expect(JSON.parse((await storedItem(page, "looby.chat-settings")) ?? "")).toEqual({
        llm: "GPT 3.5 Turbo",
        useRag: false,
        similarityMetric: "dot",
        showThinking: true,
      });

      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "day");
      await openSettings(page);
      await expect(dialog.getByLabel("Language model")).toHaveValue("GPT 3.5 Turbo");
      await expect(dialog.getByRole("switch", { name: "Show thinking" })).toBeChecked();
      await expect(save).toBeDisabled();
    });
  });
}

test("both tabs are read by anybody, and the address says which is open", async ({ open }) => {
  const page = await open("/?dialog=settings");
  const dialog = page.getByRole("dialog", { name: "Settings", exact: true });
  await expect(dialog.getByText(/all three give the same order/)).toBeVisible();
  await expect(
    dialog.getByRole("option", { name: "Mixtral 8x7B (gone, now openrouter/free)" }),
  ).toBeAttached();
  await expectAccessible(page);
  // Changes are still there after a look at the other tab.
  await dialog.getByRole("switch", { name: "Show thinking" }).check();
  await dialog.getByRole("tab", { name: "Loobricate Settings" }).click();
  await expect(page).toHaveURL(/settings-tab=communities/);
  await expect(dialog.getByText("Sign in to see your Loobricates")).toBeVisible();
  await dialog.getByRole("tab", { name: "General Settings" }).click();
  await expect(dialog.getByRole("switch", { name: "Show thinking" })).toBeChecked();
  await page.goto("/?dialog=settings&settings-tab=communities");
  await expect(dialog.getByRole("tab", { name: "Loobricate Settings" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
});

test("by keyboard alone: open, change, save", async ({ open }) => {
  const page = await open("/");
  await page.getByRole("button", { name: "Settings", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Settings", exact: true });
  const thinking = dialog.getByRole("switch", { name: "Show thinking" });
  await expect(thinking).toBeVisible();
  for (let step = 0; step < 12; step += 1) {
    if (await thinking.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  await expect(thinking).toBeChecked();
  await page.keyboard.press("Enter"); // submits the form
  await expect(dialog).toBeHidden();
  expect(await storedItem(page, "looby.chat-settings")).toContain('"showThinking":true');
  await expect(page.getByRole("button", { name: "Settings", exact: true })).toBeFocused();
});

async function openSettings(page: Page) {
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Settings", exact: true });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function storedItem(page: Page, key: string): Promise<string | null> {
  return await page.evaluate((name) => localStorage.getItem(name), key);
}
