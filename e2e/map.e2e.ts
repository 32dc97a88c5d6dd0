import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

test("zooms by wheel, buttons and keys within the specified range", async ({ open }) => {
  const page = await open("/explore");
  await expect(marker(page).first()).toBeVisible();
  // Without a GPS fix, the marker in the middle shows only its own name.
  await expect(page.getByRole("button", { name: "The Man" })).toBeVisible();
  await expect(page.getByText("You are here")).toBeHidden();
  await expect(page.getByText("Drag to pan")).toBeVisible();
  const start = await zoomOf(page);

  await overMap(page);
  await page.mouse.wheel(0, 100);
  await expectZoom(page, start * 0.9);
  await page.mouse.wheel(0, -100);
  await expectZoom(page, start * 0.9 * 1.1);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expectZoom(page, start * 0.99 + 0.2);
  // The hint disappears after one touch of the map.
  await overMap(page);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByText("Drag to pan")).toBeHidden();

  await page.getByRole("button", { name: "Zoom out" }).click();
  await expectZoom(page, start * 0.99);

  await overMap(page);
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, -120);
  await expectZoom(page, 3);
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 120);
  await expectZoom(page, 0.5);
});

test("shows every camp as a named, accessible button at close range", async ({ open }) => {
  const page = await open("/explore");
  await expect(marker(page).first()).toBeVisible();
  await overMap(page);
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, -120);
  await expectZoom(page, 3);
  await expect(page.getByRole("button", { name: /, \d+:\d\d/ }).first()).toBeVisible();
  expect(await marker(page).count()).toBeLessThanOrEqual(250);
  await expectAccessible(page);
});

test("zooms in on a tapped cluster and shows single camps when clusters are off", async ({ open }) => {
  const page = await open("/explore");
  const cluster = page.getByRole("button", { name: /^\d{3,} places around \d+:\d\d & \w+$/ }).first();
  await expect(cluster).toBeVisible();
  const before = await zoomOf(page);
  await cluster.click();
  await expectZoom(page, before + 0.6);

  await page.getByRole("button", { name: "Clusters on" }).click();
  await expect(page.getByRole("button", { name: "Clusters off" })).toBeVisible();
  await expect(page.getByRole("button", { name: /places around/ })).toHaveCount(0);
  await expect(page.getByText(/^200 of \d+ shown$/)).toBeVisible();
  await expect(marker(page)).toHaveCount(200);
});

test("lets a user open a place by keyboard and never loses the focus", async ({ open }) => {
  const page = await open("/explore");
  await expect(marker(page).first()).toBeVisible();
  await expect(page.locator('[data-marker][tabindex="0"]')).toHaveCount(1);
  // The camps have loaded, so there is a place to move to.
  await expect.poll(() => marker(page).count()).toBeGreaterThan(3);
  await page.locator('[data-marker][tabindex="0"]').focus();
  const first = await focused(page);
  await page.keyboard.press("ArrowRight");
  const second = await focused(page);
  expect(second).not.toBe(first);
  // The cluster dissolves while it has the focus: the focus moves to what replaced it.
  for (let press = 0; press < 13; press++) await page.keyboard.press("+");
  await expectZoom(page, 3);
  await expect.poll(() => focused(page)).not.toContain("cluster");
  // The next marker may be a cluster, of things at one address.
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).not.toContain("cluster");
  }).toPass();
  const chosen = await focused(page);
  await page.keyboard.press("Enter");
  await expect(page.locator(`[data-marker="${chosen}"]`)).toHaveAttribute("aria-pressed", "true");
});

test(
  "opens the nearest camp on a tap and nothing on a drag or pinch",
  { tag: "@gate" },
  async ({ handset: page }) => {
    await page.goto("/explore");
    await expect(marker(page).first()).toBeVisible();
    const start = await zoomOf(page);

    await touch(page, [
      [150, 400, 110, 400],
      [240, 400, 280, 400],
    ]);
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(start * 1.7);
    await touch(page, [[200, 500, 120, 420]]);
    await expect(page).toHaveURL(/\/explore$/);

    // In Chromium, a tap within about 50 ms of a swipe only ends the swipe. No hand is that fast, but this test is.
    await expect(async () => {
      const on = page.getByRole("button", { name: "Clusters on" });
      // A successful tap may take effect late; a second tap would then look for a button that no longer exists.
      if (await on.isVisible()) await on.tap({ timeout: 1_000 });
      await expect(page.getByRole("button", { name: "Clusters off" })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const camp = page.locator('[data-kind="camp"]').first();
    await expect(camp).toBeVisible();
    const box = await camp.boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + 22, (box?.y ?? 0) + 22);
    await expect(page).toHaveURL(/\/explore\/camp\/camp-/);
    const card = page.getByRole("complementary").last();
    await expect(card).toBeVisible();
    // The chosen place is above the card, not under it.
    const pin = page.locator('[data-marker][aria-pressed="true"]');
    const cardTop = (await card.boundingBox())?.y ?? 0;
    await expect.poll(async () => ((await pin.boundingBox())?.y ?? 9_999) + 22).toBeLessThan(cardTop);
  },
);

test("draws the map in the page when its pictures do not load", async ({ open, page }) => {
  await page.route(/spec-(night|day)\.svg$/, (route) => route.abort());
  await open("/explore");
  await expect(page.locator('img[src="/map/spec-night.webp"]')).toHaveJSProperty("complete", true);
  await page.route(/spec-(night|day)\.webp$/, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("button", { name: "The Man" })).toBeVisible();
  await expect(page.locator('img[src^="/map/"]')).toHaveCount(0);
  await expect(page.getByText("Loading Playa Map...")).toBeHidden();
  await expect.poll(() => paintedShare(page)).toBeGreaterThan(0.3);
});

function marker(page: Page) {
  return page.locator("[data-marker]");
}

/** Zoom 1 makes the picture twice as wide as the map's shorter side. */
async function zoomOf(page: Page): Promise<number> {
  const map = await page.getByRole("region", { name: "Map of the city" }).boundingBox();
  const picture = await page.locator('img[src^="/map/"]').boundingBox();
  if (map === null || picture === null) throw new Error("the map is not on the page");
  return picture.width / (2 * Math.min(map.width, map.height));
}

async function expectZoom(page: Page, zoom: number): Promise<void> {
  await expect.poll(() => zoomOf(page)).toBeCloseTo(zoom, 2);
}

/** Open playa, where a press opens nothing. */
async function overMap(page: Page): Promise<void> {
  const map = await page.getByRole("region", { name: "Map of the city" }).boundingBox();
  await page.mouse.move((map?.width ?? 0) / 2, (map?.height ?? 0) / 4);
}

async function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("data-marker") ?? null);
}

/** Moves several fingers at once, each from one place to another: [x, y, x, y]. */
async function touch(page: Page, fingers: [number, number, number, number][]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const at = (share: number) =>
    fingers.map(([x, y, toX, toY], id) => ({ id, x: x + (toX - x) * share, y: y + (toY - y) * share }));
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (let step = 1; step <= 8; step++) {
    await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step / 8) });
  }
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Share of the picture that is not transparent. */
async function paintedShare(page: Page): Promise<number> {
  return page.locator("canvas[width='2048'][height='2048']").evaluate((element) => {
    const context = element instanceof HTMLCanvasElement ? element.getContext("2d") : null;
    const pixels = context?.getImageData(0, 0, 2048, 2048).data ?? [];
    let painted = 0;
    for (let index = 3; index < pixels.length; index += 400) painted += (pixels[index] ?? 0) > 0 ? 1 : 0;
    return painted / (pixels.length / 400);
  });
}
