import type { Page } from "@playwright/test";
import { expect, expectAccessible } from "./fixtures/looby.ts";
import { arrive, test } from "./fixtures/shaky.ts";
import { storedRows } from "./fixtures/stored-rows.ts";
import { patient } from "../scripts/patience.ts";

// Everything the phone has fetched is available offline, and is marked as this phone's copy.

const LOCAL = /On this phone, last synced/;

test("answers and opens every view offline from the phone's labelled copy", async ({
  looby,
  line,
  phone,
}) => {
  const page = await arrive({ looby, line, phone }, "Bandersnatch");
  const request = phone.context().request;
  await request.post(`${line.url}/api/memories`, {
    data: { type: "want-to-know", content: "The quiet teapot workshop begins at the second bell" },
  });
  const { listings } = (await (await request.get(`${line.url}/api/listings?limit=500`)).json()) as {
    listings: { id: string; title: string; loobricateId: string; communityName: string }[];
  };
  const listing = listings.at(-1);
  if (listing === undefined) throw new Error("the sample library is empty");
  await page.goto(`${line.url}/?dialog=settings&settings-tab=device`);
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(page.getByText("Everything is on this phone.")).toBeVisible({ timeout: patient(60_000) });
  await expect(page.getByText(/Last synced .*listings, 1 memory/)).toBeVisible();
  await line.cut();

  await page.goto(`${line.url}/`);
  const log = page.getByRole("log");
  await ask(page, "when is the teapot workshop");
  await expect(log.getByText(/second bell/).first()).toBeVisible();
  await expect(log.getByText(/Answered on this phone, without signal\. Last synced/)).toBeVisible();
  await expectAccessible(page);
  await ask(page, listing.title);
  await expect(log.getByText(/Answered on this phone/)).toHaveCount(2);
  await log
    .getByRole("list", { name: "Sources" })
    .last()
    .getByRole("button", { name: listing.title })
    .first()
    .press("Enter");
  await expect(page.getByRole("dialog").getByText(LOCAL)).toBeVisible();

  // Opened directly by address after a cold start; this phone has never shown any of them.
  await page.goto(`${line.url}/?dialog=resource&id=${listing.id}`);
  const dialog = page.getByRole("dialog", { name: listing.title });
  await expect(dialog.getByText(LOCAL)).toBeVisible();
  await page.goto(`${line.url}/community/${listing.loobricateId}`);
  await expect(page.getByRole("heading", { name: listing.communityName, level: 1 })).toBeVisible();
  await expect(page.getByText(LOCAL).first()).toBeVisible();
  await page.goto(`${line.url}/library?type=venue&free=true`);
  const pictures = page.getByRole("region", { name: "All listings" }).locator("ul img");
  await expect(pictures).toHaveCount(6);
  // The browser's HTTP cache may still contain some of the large files.
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
  await page.goto(`${line.url}/library`);
  await page.getByRole("searchbox").fill(listing.title);
  await expect(page.getByRole("button", { name: listing.title }).first()).toBeVisible();
  await page.goto(`${line.url}/memories`);
  await expect(page.getByText(/quiet teapot workshop/)).toBeVisible();
  await expect(page.getByText(LOCAL)).toBeVisible();

  await line.mend();
  await page.goto(`${line.url}/`);
  await expect(log.getByText(/second bell/).first()).toBeVisible();
  // The queued message is sent, and the server's answer replaces the phone's.
  await expect(log.getByText(/Answered on this phone/)).toHaveCount(0, { timeout: patient(60_000) });
  await expect(log.getByText(/second bell/).first()).toBeVisible();

  // A connection that accepts requests and never responds is worse than no connection.
  line.treat = () => "hang";
  await page.goto(`${line.url}/`);
  const box = page.getByPlaceholder("Send a message...");
  await ask(page, "when is the teapot workshop");
  await box.fill("The next words");
  await expect(log.getByText(/Answered on this phone/)).toBeVisible();
  await expect(box).toHaveValue("The next words");
  await page.goto(`${line.url}/community/${listing.loobricateId}`);
  await expect(page.getByText(LOCAL).first()).toBeVisible();
  await page.goto(`${line.url}/?dialog=thought`);
  await page.getByLabel("Your thoughts").fill("The teapot hums.");
  await page.getByRole("button", { name: "Save Thought" }).click();
  await expect(page.getByText("Your thought is saved on this device")).toBeVisible();
  line.treat = () => "pass";
  await expect(page.getByText("No connection")).toBeHidden({ timeout: 60_000 });

  // The copy belongs to a user: signing out deletes all of it.
  await page.goto(`${line.url}/me`);
  // Once the connection works, the conversation is the last part to be fetched again.
  await expect.poll(() => countCopies(page)).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Bandersnatch" })).toBeHidden();
  await expect.poll(() => countCopies(page)).toBe(0);
});

async function ask(page: Page, question: string): Promise<void> {
  await page.getByPlaceholder("Send a message...").fill(question);
  await page.keyboard.press("Enter");
}

/** Number of parts of a copy on the phone. */
async function countCopies(page: Page): Promise<number> {
  return (await storedRows(page, "copies")).length;
}
