import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

test("lets a visitor browse camps, filter them despite a typo and open a neighbour", async ({ open }) => {
  const page = await open("/explore");
  await expect(page.getByRole("button", { name: /places around/ }).first()).toBeVisible();
  const browse = page.getByRole("button", { name: "Browse Camps" });
  await browse.click();
  await expect(page.getByRole("tab", { name: "Camp Details" })).toHaveAttribute("aria-disabled", "true");
  await expect(category(page, "All Camps").getByText("1,500")).toBeVisible();
  await expect(camps(page)).toHaveCount(50);
  await expectAccessible(page);
  await page.getByRole("button", { name: "+ 1,450 more camps" }).click();
  await expect(camps(page)).toHaveCount(100);

  await page.getByRole("button", { name: "By Street" }).click();
  await expect(category(page, "Esplanade")).toBeVisible();
  await expect(category(page, "Kobler")).toBeAttached();
  await page.getByRole("button", { name: "A-Z" }).click();
  await expect(category(page, "A")).toBeVisible();

  const name = (await camps(page).first().locator("span").first().textContent()) ?? "";
  const filter = page.getByPlaceholder("Filter camps...");
  await filter.fill(withSlip(name));
  await expect(camps(page).filter({ hasText: name }).first()).toBeVisible();
  await filter.fill("qqqqqq");
  await expect(page.getByText("No camp found")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(filter).toBeFocused();
  await filter.fill(name);
  await camps(page).filter({ hasText: name }).first().click();

  await expect(page).toHaveURL(/\/explore\/camp\/[^?]+$/);
  await expect(page.getByRole("tab", { name: "Camp Details" })).toHaveAttribute("aria-selected", "true");
  const details = page.getByRole("article", { name });
  await expect(details.getByRole("heading", { level: 2 })).toHaveText(name);
  await expect(details.getByRole("heading", { name: "Nearby Camps" })).toBeVisible();
  await expect(details.getByRole("listitem")).toHaveCount(5);
  const neighbour = details.getByRole("listitem").first();
  const next = (await neighbour.locator("span").first().textContent()) ?? "";
  await neighbour.getByRole("button").click();
  await expect(page.getByRole("article", { name: next })).toBeVisible();
  await page.goBack();
  await expect(details).toBeVisible();

  await browse.click();
  await expect(filter).toBeVisible();
  await browse.click();
  await expect(page.getByRole("complementary", { name: "Camps" })).toBeHidden();
  await expect(page).toHaveURL(/\/explore$/);
  await browse.click();
  await filter.press("Escape");
  await expect(page.getByRole("complementary", { name: "Camps" })).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("resizes the camp sheet by keyboard or drag and closes it by a drag down", async ({ open }) => {
    const page = await open("/explore?panel=browse");
    const sheet = page.getByRole("complementary", { name: "Camps" });
    await expect(camps(page).first()).toBeVisible();
    const half = (await sheet.boundingBox())?.height ?? 0;
    await page.getByRole("button", { name: "Make the list larger" }).press("Enter");
    await expect.poll(async () => (await sheet.boundingBox())?.height ?? 0).toBeGreaterThan(half + 100);
    await page.getByRole("button", { name: "Make the list smaller" }).press("Enter");
    await expect.poll(async () => (await sheet.boundingBox())?.height ?? 0).toBeCloseTo(half, 0);

    await pull(page, -300);
    await expect(page.getByRole("button", { name: "Make the list smaller" })).toBeVisible();
    await pull(page, 700);
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/explore$/);
  });
});

function camps(page: Page) {
  return page.getByRole("tabpanel", { name: "Browse Camps" }).getByRole("listitem");
}

function category(page: Page, label: string) {
  return page.getByRole("group").filter({ has: page.getByRole("heading", { name: label, exact: true }) });
}

/** Swaps two adjacent letters of the longest word. */
function withSlip(name: string): string {
  const longest = name.split(" ").toSorted((a, b) => b.length - a.length)[0] ?? "";
  const slip = `${longest.slice(0, 2)}${longest[3]}${longest[2]}${longest.slice(4)}`;
  return name.replace(longest, slip);
}

async function pull(page: Page, down: number): Promise<void> {
  const handle = page.getByRole("button", { name: /Make the list/ });
  const box = await handle.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 195, (box?.y ?? 0) + 14];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + down / 2);
  await page.mouse.move(x, y + down);
  await page.mouse.up();
}
