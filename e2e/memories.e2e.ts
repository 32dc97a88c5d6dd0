import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import { patient } from "../scripts/patience.ts";

test.use({ timezoneId: "UTC" });

test(
  "lets a user write a memory, find it in other words, change and delete it",
  { tag: "@gate" },
  async ({ open, page: tab }) => {
    const page = await open("/memories");
    await expect(page.getByRole("heading", { name: "Memories", exact: true })).toBeVisible();
    await expect(page.getByText("No memories found")).toBeVisible();
    await expect(page.getByRole("button", { name: "Connect Omi" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create a Memory" }).click();
    await expect(page).toHaveURL(/\/me\?dialog=create-memory/);

    const dialog = page.getByRole("dialog", { name: "Create a Memory" });
    const save = dialog.getByRole("button", { name: "Save Memory" });
    await expect(save).toBeDisabled();
    const box = dialog.getByRole("textbox");
    await box.fill("   ");
    await expect(save).toBeDisabled();
    await box.fill("x".repeat(2001));
    await expect(dialog.getByText("2000/2000 characters")).toBeVisible();
    await box.fill("We repaired the generator with Mo. I need to bring back the spanner.");
    await expect(dialog.getByRole("button", { name: "Record Your Memory" })).toBeVisible();
    await save.click();
    await expect(dialog.getByText("Your memory has been saved!")).toBeVisible();
    await dialog.getByRole("button", { name: "View Memory Bank" }).click();

    const list = page.getByRole("list", { name: "Memories" });
    const cards = list.locator("[aria-posinset]");
    await expect(cards).toHaveCount(1);
    await expect(list.getByRole("list", { name: "Action items" })).toHaveText(
      "I need to bring back the spanner",
    );
    await expect(list.getByText(/\d{1,2}:\d\d [AP]M/)).toBeVisible();

    await importTalk(tab, 45);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByRole("heading", { name: "March 3, 2025" })).toBeVisible();
    await page.getByRole("button", { name: "Omi", exact: true }).click();
    await expect(list.getByText("Speaker 1:").first()).toBeVisible();
    await expect(list.getByText("generator")).toHaveCount(0);
    await page.getByRole("button", { name: "All", exact: true }).click();

    const search = page.getByRole("searchbox", { name: "Search your memories" });
    await search.fill("repairing generators");
    await expect(cards.first()).toContainText("We repaired the generator");
    await search.fill("qqqzzz");
    await expect(page.getByText("No memories match your search.")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(search).toHaveValue("");

    const first = cards.first();
    await first.getByRole("button", { name: "Edit this memory" }).click();
    await first.getByRole("textbox", { name: "Your memory" }).fill("We repaired the lamp instead.");
    await changeElsewhere(page, "We repaired the pump.");
    // The list also reloads by itself while the user is typing.
    const reloaded = page.waitForResponse(/\/api\/memories\?/);
    await page.getByRole("button", { name: "Refresh" }).click();
    await (await reloaded).finished();
    await first.getByRole("button", { name: "Save", exact: true }).click();
    await expect(first.getByRole("alert").first()).toContainText("We repaired the pump.");
    await expectAccessible(page);
    await first.getByRole("button", { name: "Keep mine" }).click();
    await expect(first).toContainText("We repaired the lamp instead.");
    await expect(first).not.toContainText("We repaired the pump.");
    await first.getByRole("button", { name: "Delete this memory" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Deleted.")).toBeVisible();
    await expect(page.getByText("We repaired the lamp instead.")).toHaveCount(0);
  },
);

test("searches on the device and queues new memories while the server is unreachable", async ({
  open,
  context,
}) => {
  const page = await open("/memories");
  await expect(page.getByText("No memories found")).toBeVisible();
  await importTalk(page, 30);
  await page.getByRole("button", { name: "Refresh" }).click();
  const list = page.getByRole("list", { name: "Memories" });
  await expect(list.getByRole("listitem").first()).toBeVisible();
  await context.route("**/api/**", (route) => route.abort());
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Error refreshing memories. Using cached data.")).toBeVisible({
    timeout: patient(15_000),
  });
  await expect(list.getByRole("listitem").first()).toBeVisible();
  await page.getByRole("searchbox", { name: "Search your memories" }).fill("umbrella numbers 17");
  await expect(page.getByText(/searched the \d+ memories on this device/)).toBeVisible();
  await expect(list.getByRole("listitem").first()).toContainText("umbrella number 17");

  await page.getByRole("main").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Create a Memory" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a Memory" });
  await dialog.getByRole("textbox").fill("Written without a signal");
  await dialog.getByRole("button", { name: "Save Memory" }).click();
  await expect(dialog.getByText("It is on this device until the server has it.")).toBeVisible();
  await dialog.getByRole("button", { name: "View Memory Bank" }).click();
  const first = list.locator("[aria-posinset]").first();
  await expect(first).toContainText("Written without a signal");
  await expect(first).toContainText("Saved on this device until the server has it");
  await expect(list).toContainText("umbrella number 29");
  await context.unroute("**/api/**");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(first).not.toContainText("Saved on this device");
  await expect(first).toContainText("Written without a signal");
});

test("imports a file with progress, names its broken rows and lists all memories", async ({ open }) => {
  const page = await open("/memories");
  await page.getByRole("button", { name: "Import" }).click();
  const rows = [...talk(450), { content: "" }];
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).click();
  await (
    await chosen
  ).setFiles({
    name: "memories.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ memories: rows })),
  });
  await expect(
    page.getByText("A list of memories: 450 memories, Mar 3, 2025. 1 could not be read."),
  ).toBeVisible();
  await expect(page.getByRole("list", { name: "The first memories of the file" })).toContainText(
    "umbrella number 0",
  );
  await page.getByRole("button", { name: "Import 450 memories" }).click();
  await expect(page.getByText("450 imported, 0 were there already, 1 could not be read.")).toBeVisible();
  await expect(page.getByText("Row 451: It has no content.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close import" }).click();
  const region = page.getByRole("region", { name: "Your memories" });
  await expect(region.getByText("umbrella number 449", { exact: false })).toBeVisible();
  await expect(async () => {
    await region.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(region.getByText("You: Did you see umbrella number 0?")).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await region.getByRole("listitem").count()).toBeLessThan(80);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export", exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^memories-.*\.json$/);
});

function talk(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    content: `You: Did you see umbrella number ${index}?\n\nSpeaker 1: It was orange.`,
    createdAt: new Date(Date.UTC(2025, 2, 3, 15, 5) + index * 1000).toISOString(),
    source: "omi",
  }));
}

/** Changes it as another window of the same user would. */
async function changeElsewhere(page: Page, content: string): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const [newest] = (await (await fetch("/api/memories?limit=1")).json()) as { id: string }[];
    const headers = { "content-type": "application/json" };
    return (await fetch(`/api/memories/${newest?.id}`, { method: "PATCH", headers, body })).status;
  }, JSON.stringify({ content }));
  expect(status).toBe(200);
}

async function importTalk(page: Page, count: number): Promise<void> {
  const status = await page.evaluate(
    async (body) => {
      const headers = { "content-type": "application/json" };
      return (await fetch("/api/memories/import", { method: "POST", headers, body })).status;
    },
    JSON.stringify(talk(count)),
  );
  expect(status).toBe(200);
}
