import { expect, expectAccessible, test } from "./fixtures/looby.ts";

test.use({ timezoneId: "UTC" });

const lines = [
  "We stretched a tarp over the bikes for shade.",
  "Ask Mo for a second tarp, the shade is too small.",
  "The choir sings at the copper tree.",
  "Copper tree at noon: bring the tuba for the choir.",
  "The tuba has a dent.",
];

test("shows why memories belong together, by pointer, keyboard and screen reader", async ({ open }) => {
  const page = await open("/memories?tab=graph");
  await page.route("**/api/knowledge/connections?*", (route) =>
    route.fulfill({
      headers: { "looby-version": "0.0.0" },
      status: 500,
      json: { error: "There is no API key.", code: "internal" },
    }),
  );
  await page.reload();
  await expect(page.getByRole("heading", { name: "Configuration Error" })).toBeVisible();
  await page.unroute("**/api/knowledge/connections?*");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("No memory nodes available yet.")).toBeVisible();
  await expect(
    page.getByText("Create more memories to start visualizing connections between them."),
  ).toBeVisible();
  await expectAccessible(page);
  const body = JSON.stringify(
    lines.map((content, index) => ({
      content,
      createdAt: `2025-03-0${index + 1}T15:05:00Z`,
      source: index % 2 === 0 ? "omi" : "looby",
    })),
  );
  await page.evaluate(async (json) => {
    await fetch("/api/memories/import", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: json,
    });
  }, body);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText(/^5 memories and \d connections$/)).toBeVisible();

  const graph = page.getByRole("application", { name: /Graph of your memories/ });
  await expect(graph).toHaveAttribute("data-settled", "true");
  await graph.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("The tuba has a dent.")).toBeVisible();
  await page.keyboard.press("Enter");
  const selected = page.getByRole("region", { name: "Selected memory" });
  await expect(selected.getByRole("button", { name: /Copper tree at noon.*both say: tuba/ })).toBeVisible();

  await page.getByRole("button", { name: "As a list" }).click();
  await page.getByRole("button", { name: /We stretched a tarp.*1 connection/ }).click();
  await expect(selected.getByText("both say: shade, tarp")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("searchbox").fill("choir");
  await expect(
    selected.getByText("Memory not found in current view. Try adjusting your filters."),
  ).toBeVisible();
  await page.getByRole("button", { name: "List", exact: true }).click();
  await expect(page.getByRole("list", { name: "Memories", exact: true })).toBeVisible();
});
