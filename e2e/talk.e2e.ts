import type { Page } from "@playwright/test";
import { expect, expectAccessible } from "./fixtures/looby.ts";
import { arrive, test } from "./fixtures/shaky.ts";
import { storedRows } from "./fixtures/stored-rows.ts";

// A conversation continues by taps: chips, proposals, and the user's position.

const POST_NEED = "POST /api/needs";

test(
  "fills in a loan or a need by taps and shares the position for one answer",
  { tag: "@gate" },
  async ({ looby, line, phone }) => {
    const page = await arrive({ looby, line, phone }, "Pangolin");
    const context = phone.context();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${line.url}/`);
    const log = page.getByRole("log");
    const ways = log.getByRole("list", { name: "Ways to go on" });
    const dialog = page.getByRole("dialog");

    await ask(page, "who has a ladder near 7:30?");
    await expect(ways).toBeVisible();
    await log.getByText("Why this").click();
    await expect(log.getByText(/has your words? “ladder”/).first()).toBeVisible();
    for (const chip of await ways.getByRole("button").all())
      expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);

    await ways.getByRole("button", { name: "Ask to borrow" }).press("Enter");
    const proposal = log.getByRole("button").filter({ hasText: /^Ask to borrow .*ladder/i });
    await expect(proposal).toBeVisible();
    await expect(ways).toHaveCount(1);
    await ask(page, "can i borrow it tomorrow");
    await expect(proposal).toHaveCount(2);
    await proposal.last().click();
    await expect(page).toHaveURL(/[?&]first=\d{4}-\d{2}-\d{2}(&|$)/);
    const tomorrow = new URL(page.url()).searchParams.get("first") ?? "";
    await expect(dialog.locator(`[data-day="${tomorrow}"]`)).toHaveAccessibleName(/chosen/);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    await line.cut();
    await ask(page, "post a need for an extension cord near 7:30 & E");
    await log.getByRole("button", { name: /^Post this need an extension cord near 7:30/ }).click();
    await expect(dialog.getByLabel("What do you need?")).toHaveValue("I'm looking for an extension cord");
    await expect(dialog.getByLabel("About where are you?")).toHaveValue(/^7:30 & /);
    await expectAccessible(page);
    expect(line.writes.filter(({ call }) => call === POST_NEED)).toEqual([]);
    await dialog.getByRole("button", { name: "Post it" }).click();
    await expect(dialog.getByText(/Saved on this device/)).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();

    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: 40.7811, longitude: -119.2101, accuracy: 18 });
    await ask(page, "where am i?");
    await ways.getByRole("button", { name: "Use my place" }).click();
    await expect(log.getByText(/You are near .* \(within about 20 m\)/)).toBeVisible();
    // The queued message is stored on the phone; the position is not.
    const waiting = JSON.stringify(await storedRows(page, "outbox"));
    expect(waiting).toContain("extension cord");
    expect(waiting).not.toContain("40.78");
    await line.mend();
    await expect.poll(() => line.writes.some(({ call }) => call === POST_NEED)).toBe(true);
  },
);

async function ask(page: Page, words: string): Promise<void> {
  await page.getByPlaceholder("Send a message...").fill(words);
  await page.keyboard.press("Enter");
}
