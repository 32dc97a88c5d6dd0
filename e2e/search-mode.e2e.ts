import type { Page } from "@playwright/test";
import { storedRows } from "./fixtures/stored-rows.ts";
import { expect, expectAccessible } from "./fixtures/looby.ts";
import { arrive, test } from "./fixtures/shaky.ts";
import { patient } from "../scripts/patience.ts";

// A request without a match becomes a stored need, and a message about danger shows people first, online and offline.

const SAVE = "POST /api/memories";

test("turns an empty result into a need and marks it in the conversation", async ({ open }) => {
  const page = await open("/");
  await ask(page, "Who can lend me a submarine?");
  const log = page.getByRole("log");
  await expect(log.getByText(/^I know nothing called “submarine”/)).toBeVisible();
  await log.getByRole("button", { name: "I'm looking for..." }).click();
  const words = page.getByRole("textbox", { name: "I'm looking for..." });
  await expect(words).toHaveValue("I'm looking for a submarine");
  await expect(words).toBeFocused();
  await words.fill("a submarine");
  await page.getByRole("button", { name: "Yes, save this" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "11 of at least 21 characters" })).toBeVisible();
  await words.fill("I'm looking for a yellow submarine for four");
  await page.getByRole("button", { name: "Yes, save this" }).click();
  await expectMarked(page, "yellow submarine");
  await expectAccessible(page);
  await page.reload();
  await expectMarked(page, "yellow submarine");
  await expect(log.getByRole("button", { name: "I'm looking for..." })).toBeHidden();
});

test("queues a need while offline, sends it once and marks it permanently", async ({
  looby,
  line,
  phone,
}) => {
  const page = await arrive({ looby, line, phone }, "Nemo");
  await page.goto(`${line.url}/`);
  await ask(page, "who has a diving bell to borrow");
  await page.getByRole("button", { name: "I'm looking for..." }).click();
  await expect(page.getByRole("textbox", { name: "I'm looking for..." })).toBeVisible();
  await line.cut();
  await page.getByRole("button", { name: "Yes, save this" }).click();
  await expect(page.getByText("Saved on this device until the server has it")).toBeVisible();
  await line.mend();
  await expectMarked(page, "diving bell");
  await page.reload();
  await expectMarked(page, "diving bell");
  expect(new Set(line.writes.filter(({ call }) => call === SAVE).map(({ key }) => key)).size).toBe(1);
});

test("answers words of danger with people first and opens the help page with one tap", async ({ open }) => {
  const page = await open("/");
  await ask(page, "my freind collapsed and wont wake up");
  const card = page.getByRole("log").getByRole("alert");
  await expect(card.getByRole("heading", { name: "Get people first, now." })).toBeVisible();
  await expect(card.getByText("The nearest Ranger", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Get people first, now." })).toBeVisible();
  await page.getByRole("button", { name: "Get help now" }).click();
  const dialog = page.getByRole("dialog", { name: "Get help now" });
  await expect(dialog.getByText("Go to people first.")).toBeVisible();
  await dialog.getByRole("button", { name: "Panic, despair, loneliness" }).click();
  await expect(dialog.getByRole("heading", { name: /say it to a person/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("stores messages sent before the session exists and shows them after reloads", async ({
  line,
  phone,
}) => {
  const named = Promise.withResolvers<void>();
  line.treat = async (call) => {
    if (call === "GET /api/account/session") await named.promise;
    return "pass" as const;
  };
  const page = phone.page();
  await page.goto(line.url);
  await ask(page, "my freind collapsed and wont wake up");
  const heading = page.getByRole("heading", { name: "Get people first, now." });
  await expect(heading).toBeVisible();
  // Until the message is stored, a reload restores it as the draft.
  await expect.poll(async () => JSON.stringify(await storedRows(page, "outbox"))).toContain("collapsed");
  await page.reload();
  expect(line.writes).toEqual([]);
  named.resolve();
  await expect(page.getByRole("log").getByText("my freind collapsed and wont wake up")).toBeVisible();
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
});

async function ask(page: Page, question: string): Promise<void> {
  await page.getByPlaceholder("Send a message...").fill(question);
  await page.keyboard.press("Enter");
}

async function expectMarked(page: Page, words: string): Promise<void> {
  const log = page.getByRole("log");
  await expect(log.getByText("Saved to your memories")).toBeVisible({ timeout: patient(30_000) });
  await expect(log.getByRole("blockquote").filter({ hasText: words })).toBeVisible();
}
