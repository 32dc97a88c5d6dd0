import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/looby.ts";

test.use({ server: "connected", viewport: { width: 390, height: 844 } });

test("previews a change, reverts it on Cancel or Esc and stores it on Save", async ({ open }) => {
  const page = await open("/");
  const dialog = await openSettings(page);
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();

  await dialog.getByLabel("Theme").selectOption({ label: "Noon, for the sun" });
  await expect(save).toBeEnabled();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "day"); // after the debounce delay
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
  await dialog.getByText("Advanced").click();
  await dialog.getByLabel("Language model").selectOption("openrouter/free");
  await expect(dialog.getByText("Answers come from openrouter/free.")).toBeVisible();
  await dialog.getByRole("switch", { name: "Answer from the library" }).uncheck();
  await dialog.getByRole("switch", { name: "Show thinking" }).check();
  await dialog.getByLabel("Search similarity").selectOption("dot");
  await dialog.getByLabel("Theme").selectOption("noon");
  await save.click();
  await expect(dialog).toBeHidden();
  expect(JSON.parse((await storedItem(page, "looby.chat-settings")) ?? "")).toEqual({
    llm: "openrouter/free",
    useRag: false,
    similarityMetric: "dot",
    showThinking: true,
  });

  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "day");
  await openSettings(page);
  await dialog.getByText("Advanced").click();
  await expect(dialog.getByLabel("Language model")).toHaveValue("openrouter/free");
  await expect(dialog.getByRole("switch", { name: "Show thinking" })).toBeChecked();
  await expect(save).toBeDisabled();
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
