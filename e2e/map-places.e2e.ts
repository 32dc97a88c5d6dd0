import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import { sendMessage } from "./fixtures/talk.ts";

// The map responds to a tap with one panel for every kind of place, has a search on top and shows readable labels.

const phone = { width: 390, height: 844 };

test("finds items, camps and addresses from the map, also offline or by keyboard", async ({
  open,
  context,
}) => {
  const page = await open("/explore");
  await expect(page.getByRole("button", { name: /places around/ }).first()).toBeVisible();
  const field = page.getByRole("combobox", { name: "Search the map" });
  await expect(field).toHaveAttribute("placeholder", "Camp, thing or 7:30 & Enchant");
  await field.fill("genrator");
  const found = page.getByRole("listbox", { name: "Found on the map" }).getByRole("option");
  await expect(found.first()).toContainText("generator");
  await expectAccessible(page, "search");
  await field.press("Enter");
  await expect(page.getByRole("article", { name: /generator/ })).toBeVisible();
  await context.setOffline(true);

  await field.fill("730 & e");
  await expect(found.first()).toContainText("7:30 & Enchant");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/explore\?at=/);
  await expect(page.getByRole("article", { name: "7:30 & Enchant" })).toContainText(
    /\d+ min walk from the Man/,
  );
  await expect(chosen(page)).toHaveAttribute("aria-label", "7:30 & Enchant");

  await field.fill("the temple");
  await expect(found.first()).toContainText("The Temple");
  await field.press("ArrowDown");
  await field.press("ArrowUp");
  await field.press("Enter");
  await expect(page.getByRole("article", { name: "The Temple" })).toBeVisible();
  await field.fill("qqqqqq");
  await expect(page.getByText("Nothing found. Try another word")).toBeVisible();
  await field.press("Escape");
  await field.press("Escape");
  await expect(field).toHaveValue("");
  await context.setOffline(false);
});

for (const size of [phone, { width: 1_440, height: 900 }, { width: 844, height: 390 }]) {
  test(`draws no label or marker over another at ${size.width} x ${size.height}`, async ({ open, page }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open("/explore");
    await expect(page.getByRole("button", { name: /places around/ }).first()).toBeVisible();
    // From the whole city to the largest zoom, in five steps.
    for (let step = 0; step < 5; step += 1) {
      await expect.poll(() => overlapsOf(page)).toEqual([]);
      for (let press = 0; press < 3; press += 1) await page.getByRole("button", { name: "Zoom in" }).click();
    }
    // At close range the map shows the names of camps.
    await expect(page.locator('[data-kind="camp"][data-label] > small').first()).toBeVisible();
    await expect.poll(() => overlapsOf(page)).toEqual([]);
  });
}

test("fills the free part of the screen with the city at the start", async ({ open, page }) => {
  await page.setViewportSize(phone);
  await open("/explore");
  const left = page.getByRole("button", { name: /places around/ }).first();
  await expect(left).toBeVisible();
  const picture = await page.locator('img[src^="/map/"]').boundingBox();
  // The built city is 0.706 of the picture's side.
  expect((picture?.width ?? 0) * 0.706).toBeGreaterThan(phone.width * 0.9);
});

test("opens every kind of place in the same panel, with its pin and its link", async ({ open }) => {
  const page = await open("/explore");
  const [thing] = (await listings(page)).filter(({ availability }) => availability === "available");
  const [community] = await communities(page);
  if (thing === undefined || community === undefined)
    throw new Error("the sample festival has no such things");
  await page.getByRole("button", { name: "The Man" }).click();
  await expect(page.getByRole("article", { name: "The Man" })).toContainText("The middle of the city");
  await expect(chosen(page)).toHaveAttribute("aria-label", "The Man");

  await page.goto(`/explore?show=${thing.id}`);
  const card = page.getByRole("article", { name: thing.title });
  await expect(card).toContainText(`${thing.location.address} · `);
  await expect(card.getByText("Available", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Share" }).click();
  await expect(card.getByRole("img", { name: /scan it with a phone/ })).toBeVisible();
  await expect(card.getByLabel("Link")).toHaveValue(new RegExp(`/explore\\?show=${thing.id}$`));
  await card.getByRole("button", { name: "Directions" }).click();
  await expect(page.locator("[data-map-path]")).toBeAttached();
  await expectAccessible(page, "aside");
  await card.getByRole("button", { name: "Ask to borrow" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  // The pin and its label are one button above everything.
  for (const part of ["svg", "small"])
    await expect.poll(() => isOnTop(chosen(page).locator(part))).toBe(true);

  await page.goto(`/explore?show=community:${community.id}`);
  await expect(page.getByRole("article", { name: community.name })).toContainText("min walk");
  await expect(page.getByRole("link", { name: /^Open this/ })).toBeVisible();
});

test("leads from the chat to an item on the map and back to the conversation", async ({ open }) => {
  const page = await open("/");
  await sendMessage(page, "who can lend me a generator near 7:30?");
  const sources = page.getByRole("list", { name: "Sources" });
  await sources
    .getByRole("link", { name: /^Show .* on the map$/ })
    .first()
    .click();
  const back = page.getByRole("button", { name: "Back to chat" });
  await expect(back).toBeVisible();
  await page.getByRole("combobox", { name: "Search the map" }).fill("the temple");
  await page.getByRole("option", { name: /The Temple/ }).click();
  await expect(page.getByRole("article", { name: "The Temple" })).toBeVisible();
  await back.click();
  await expect(sources.getByRole("listitem").first()).toBeVisible();
  // The map opened by itself has no conversation to go back to.
  await page.goto("/explore?show=art:temple");
  await expect(page.getByRole("article", { name: "The Temple" })).toBeVisible();
  await expect(back).toBeHidden();
});

test("shows a favourite with a star and never in a cluster", async ({ open }) => {
  const page = await open("/explore");
  const [camp] = (await (await page.request.get("/api/playaCamps")).json()) as { id: string }[];
  await page.goto(`/explore/camp/${camp?.id}`);
  await page.getByRole("button", { name: "Favourite", exact: true }).click();
  await page.goto("/explore");
  const star = page.locator(`[data-marker="${camp?.id}"][data-favourite]`);
  await expect(star).toBeVisible();
  await expect(star).toHaveAttribute("aria-label", /favourite/);
});

for (const { name, size, text } of [
  { name: "on a phone", size: phone, text: "100%" },
  { name: "in landscape", size: { width: 844, height: 390 }, text: "100%" },
  { name: "at 200 % text", size: phone, text: "200%" },
]) {
  test(`shows locate, zoom and compass beside an open panel ${name}`, async ({ open, page }) => {
    await page.setViewportSize(size);
    await open("/explore?show=art:temple");
    await page.evaluate((share) => (document.documentElement.style.fontSize = share), text);
    await expect(page.getByRole("article", { name: "The Temple" })).toBeVisible();
    for (const tool of ["Where am I?", "Zoom in", "Zoom out", "Turn the map: north up"])
      await expect.poll(() => isOnTop(page.getByRole("button", { name: tool }))).toBe(true);
    // The chosen pin is in the uncovered part of the map.
    await expect.poll(() => isOnTop(chosen(page).locator("circle"))).toBe(true);
  });
}

function chosen(page: Page): Locator {
  return page.locator('[data-marker][aria-pressed="true"]');
}

/** Whether a tap on the middle of an element hits it, or the button it is in. */
async function isOnTop(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && (element.closest("button")?.contains(hit) ?? false);
  });
}

/** The texts of visible map labels that overlap each other or a cluster. */
async function overlapsOf(page: Page): Promise<string[]> {
  return page.getByRole("region", { name: "Map of the city" }).evaluate((map) => {
    const labels = [
      ...map.querySelectorAll(
        "[data-side]:not([data-side='along']), [data-label] > small, [data-marker]:not([data-covered]) > :is(b, i), [data-marker]:not([data-covered]) > svg > path",
      ),
    ];
    const boxes = labels
      .filter((label) => getComputedStyle(label).visibility === "visible")
      .map((label) => ({
        text: label.textContent || label.closest("[data-marker]")?.getAttribute("data-marker"),
        marker: label.closest("[data-marker]"),
        box: label.getBoundingClientRect(),
      }));
    return boxes.flatMap((one, index) =>
      boxes.slice(index + 1).flatMap((other) => {
        const isApart =
          (one.marker !== null && one.marker === other.marker) ||
          one.box.right <= other.box.left + 1 ||
          other.box.right <= one.box.left + 1 ||
          one.box.bottom <= other.box.top + 1 ||
          other.box.bottom <= one.box.top + 1;
        return isApart ? [] : [`${one.text} on ${other.text}`];
      }),
    );
  });
}

async function listings(page: Page) {
  const { listings: all } = (await (await page.request.get("/api/listings?limit=100")).json()) as {
    listings: { id: string; title: string; availability: string; location: { address: string } }[];
  }; // the contract's shape
  return all.filter(({ location }) => location !== null);
}

async function communities(page: Page) {
  const { loobricates: all } = (await (await page.request.get("/api/loobricates")).json()) as {
    loobricates: { id: string; name: string; latitude: number | null }[];
  }; // as above
  return all.filter(({ latitude }) => latitude !== null);
}
