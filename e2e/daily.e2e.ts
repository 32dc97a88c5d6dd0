import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import { patient } from "../scripts/patience.ts";

test(
  "unlocks the quest of the day with a thought and queues thoughts while offline",
  { tag: "@gate" },
  async ({ open, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await open("/me");
    await expect(page.getByText("Viewing as guest")).toBeVisible();
    await expect(
      page.getByText("You are browsing anonymously. Sign in to access more features."),
    ).toBeVisible();
    await page.getByRole("button", { name: "Sign Up" }).click();
    await signUp(page, "Dewdrop");

    await expect(page.getByText(/^Loobricating since \w+ \d+, \d{4}$/)).toBeVisible();
    await expect(count(page, "Memories")).toHaveText("0");
    await expect(page.getByText("Explore to discover communities, art, and events!")).toBeVisible();

    await page.getByRole("button", { name: "Daily Quest" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Locked")).toBeVisible();
    await expect(
      dialog.getByText(
        "Share your thoughts in a Daily Dump first so Looby can better understand where you're at and suggest a meaningful quest.",
      ),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Start Daily Dump" }).click();

    await expect(page.getByRole("dialog", { name: "Unload Your Mind" })).toBeVisible();
    const save = dialog.getByRole("button", { name: "Save Thought" });
    await expect(save).toBeDisabled();
    await dialog
      .getByRole("textbox", { name: "Your thoughts" })
      .fill("My bike squeaks and my boots are full of dust.");
    await expect(dialog.getByText("46/2000 characters")).toBeVisible();
    await save.click();
    await expect(dialog.getByText("Your thought is saved. Today's quest is unlocked.")).toBeVisible();
    await dialog.getByRole("button", { name: "Daily Quest" }).click();

    await expect(page.getByRole("dialog", { name: "Today's Quest" })).toBeVisible();
    await expect(dialog.getByText(/^Cheat Code \d+$/)).toBeVisible();
    await expect(dialog.getByText("Picked to fit your thought.")).toBeVisible();
    await dialog.getByRole("button", { name: "Share Quest" }).click();
    await expect(page.getByText("Copied. Paste it wherever you like.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^Today's Quest: .+\n.+\nCheat Code \d+: /,
    );
    await dialog.getByRole("button", { name: "Mark Complete" }).click();
    await expect(dialog.getByText("Done for today. Well done!")).toBeVisible();
    await page.keyboard.press("Escape");

    const done = page.getByRole("button", { name: "Done today: Daily Quest" });
    await expect(done).toBeDisabled();
    await expect(count(page, "Memories")).toHaveText("1");
    await page.reload();
    await expect(done).toBeDisabled();

    await page.getByRole("button", { name: "Unload Your Mind" }).click();
    await expect(dialog.getByRole("textbox")).toBeVisible();
    await context.setOffline(true);
    await dialog.getByRole("textbox").fill("Nobody hears this yet.");
    await save.click();
    await expect(dialog.getByText(/saved on this device and sent when there is a signal/)).toBeVisible();
    await context.setOffline(false);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(count(page, "Memories")).toHaveText("2", { timeout: patient(20_000) });

    // A thought of despair is stored, and opens the list of people to turn to instead of a quest.
    await page.getByRole("button", { name: "Unload Your Mind" }).click();
    await dialog
      .getByRole("textbox")
      .fill("I don't want to live any more. Nobody would notice if I was gone.");
    await save.click();
    const help = page.getByRole("dialog", { name: "Get help now" });
    await expect(help.getByText("It sounds as if someone needs help.", { exact: false })).toBeVisible();
    await expect(help.getByRole("button", { pressed: true })).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(count(page, "Memories")).toHaveText("3", { timeout: patient(20_000) });
  },
);

function count(page: Page, label: string) {
  return page.locator("dl > div").filter({ hasText: label }).locator("dd > span");
}

async function signUp(page: Page, pseudonym: string): Promise<void> {
  const form = page.getByRole("tabpanel");
  await form.getByLabel("Pseudonym").fill(pseudonym);
  await form.getByLabel("Password", { exact: true }).fill("a tent with 3 poles");
  await form.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText(`Signed in as ${pseudonym}.`)).toBeVisible();
  // A dialog closes by navigating back, which would abort the test's next navigation.
  await expect(page.getByRole("dialog", { name: "Your account" })).toBeHidden();
}
