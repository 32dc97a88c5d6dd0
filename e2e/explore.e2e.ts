import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

interface SampleCamp {
  id: string;
  name: string;
  location_string: string;
  latitude: number;
  longitude: number;
}

test(
  "shows the user's address, discovered places and the way to a camp",
  { tag: "@gate" },
  async ({ open, context }) => {
    const page = await open("/about");
    const camps = await campsOf(page);
    const here = camps.find(({ location_string: place }) => place === "4:30 & G") ?? camps[0];
    const goal = camps.find(({ location_string: place }) => place === "7:30 & D") ?? camps[1];
    if (here === undefined || goal === undefined) throw new Error("the sample festival has no camps");
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: here.latitude, longitude: here.longitude, accuracy: 8 });
    await page.goto(`/explore/camp/${goal.id}`);
    await expect(page.getByText(/\d+:\d\d & \w+ \(accurate to 8 m\)/)).toBeVisible();
    await expect(page.getByText(/^You found /)).toBeVisible();
    await expect.poll(() => discoveries(page)).toContain(here.id);

    await page.getByRole("button", { name: "Directions" }).click();
    await expect(page.locator("[data-map-path]")).toBeAttached();
    const way = page.getByRole("region", { name: `The way to ${goal.name}` });
    await expect(way.getByRole("listitem").last()).toContainText(`${goal.name} is there.`);
    await way.getByLabel("From").fill("nowhere at all");
    await expect(way.getByText("That isn’t an address in the city.")).toBeVisible();
    await way.getByLabel("From").fill("3:00 & E");
    await expect(way.getByRole("listitem").first()).toContainText("Take 3:00");
    await expectAccessible(page);

    await page.getByRole("button", { name: "Favourite", exact: true }).click();
    await expect(page.getByRole("button", { name: "Favourite", exact: true })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByLabel("Your note").fill("Coffee at nine");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Coffee at nine")).toBeVisible();
    await page.getByRole("tab", { name: "Browse Camps" }).click();
    await page.getByRole("button", { name: "Favourites" }).click();
    await expect(page.getByRole("tabpanel").getByRole("listitem")).toHaveText([new RegExp(goal.name)]);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save favourites and notes as a file" }).click();
    expect((await saved).suggestedFilename()).toBe("looby-camps.csv");
    await page.getByRole("complementary", { name: "Camps" }).getByRole("button", { name: "Close" }).click();

    // On a turned map, a press still opens what is under it.
    await page.getByRole("button", { name: "Turn the map: north up" }).click();
    await expect(page.getByRole("button", { name: "Turn the map: 12:00 up" })).toBeVisible();
    for (let press = 0; press < 13; press += 1) await page.getByRole("button", { name: "Zoom in" }).click();
    // Until the zoom has ended, labels move, and one may come over the camp.
    await expect(async () => {
      const id = await campToPress(page);
      await page.locator(`[data-marker="${id}"]`).click({ timeout: 2_000 });
      await expect(page).toHaveURL(`/explore/camp/${id}`, { timeout: 2_000 });
    }).toPass();

    await page.goto("/explore");
    const cluster = page.getByRole("button", { name: /^\d{3,} places around/ }).first();
    await expect(cluster).toBeVisible();
    await page.getByRole("button", { name: "Layers" }).click();
    await page.getByRole("switch", { name: "Camps" }).click();
    await page.getByRole("switch", { name: "Resources" }).click();
    await page.getByRole("switch", { name: "Communities" }).click();
    await expect(cluster).toBeHidden();
    // Discovered places and the setting survive a reload.
    await page.reload();
    await page.getByRole("button", { name: "Clusters on" }).click();
    await expect(page.getByRole("button", { name: /you have been there$/ }).first()).toBeVisible();
    await expect(cluster).toBeHidden();
  },
);

test("shows distance and direction in a whiteout, by compass when there is one", async ({
  open,
  context,
}) => {
  // The headless shell has no sensors and refuses them when asked.
  await context.addInitScript(() => Reflect.deleteProperty(DeviceOrientationEvent, "requestPermission"));
  const page = await open("/about");
  const camp = (await campsOf(page))[0];
  if (camp === undefined) throw new Error("the sample festival has no camps");
  await page.clock.install();
  await page.goto(`/explore/camp/${camp.id}`);
  await page.getByRole("button", { name: "Whiteout" }).click();
  const screen = page.getByRole("dialog", { name: camp.name });
  await expect(screen.getByRole("alert")).toContainText("Allow it to use your location");
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: camp.latitude - 0.002, longitude: camp.longitude, accuracy: 8 });
  await screen.getByRole("button", { name: "Try Again" }).click();
  await expect(screen.getByText("220 m")).toBeVisible();
  await expect(screen.getByText("Towards 10:30")).toBeVisible();
  await expectAccessible(page);
  // North is ahead of a user facing north, and behind one facing south.
  await turnDevice(page, 0);
  await expect(screen.getByText("Straight ahead")).toBeVisible();
  await turnDevice(page, 180);
  await expect(screen.getByText("Behind you")).toBeVisible();
  // GPS fails for longer than a fix is valid: no arrow, its age is shown, and the arrow returns by itself.
  await context.setGeolocation(null);
  await page.clock.runFor(25_000);
  await expect(screen.getByRole("alert")).toContainText("could not be found");
  await expect(screen.getByText(/Your last known place: \d+ s ago/)).toBeVisible();
  await expect(screen.getByText("Behind you")).toBeHidden();
  await context.setGeolocation({ latitude: camp.latitude - 0.001, longitude: camp.longitude, accuracy: 8 });
  await page.clock.runFor(4_000);
  await expect(screen.getByText("110 m")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(screen).toBeHidden();
});

test("shows a camp opened by its address above its card, wherever the user is", async ({
  open,
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open("/about");
  const camps = await campsOf(page);
  const [camp] = camps.filter(({ location_string: place }) => place.startsWith("6:00")).slice(-1);
  const [reader] = camps.filter(({ location_string: place }) => place.startsWith("2:"));
  if (camp === undefined || reader === undefined) throw new Error("the sample festival has no such camps");
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: reader.latitude, longitude: reader.longitude, accuracy: 8 });
  await page.goto(`/explore/camp/${camp.id}`);
  await expect(page.getByText(/\d+:\d\d & \w+ \(accurate/)).toBeVisible();
  const pin = page.locator(`[data-marker="${camp.id}"][aria-pressed="true"]`);
  await expect(pin).toBeVisible();
  const card = page.getByRole("complementary", { name: "Camps" });
  await expect(card).toBeVisible();
  const cardTop = (await card.boundingBox())?.y ?? 0;
  const pinTop = async () => (await pin.boundingBox())?.y ?? 9_999;
  await expect.poll(pinTop).toBeLessThan(cardTop - 22);
});

test("does not move the map back after the user has panned away", async ({ open, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open("/about");
  const [camp] = await campsOf(page);
  await page.goto(`/explore/camp/${camp?.id}`);
  const pin = page.locator(`[data-marker="${camp?.id}"][aria-pressed="true"]`);
  await expect(page.getByRole("complementary", { name: "Camps" })).toBeVisible();
  await expect(pin).toBeVisible();
  for (let press = 0; press < 13; press += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  for (let stroke = 0; stroke < 2; stroke += 1) {
    await page.mouse.move(500, 600);
    await page.mouse.down();
    await page.mouse.move(100, 100, { steps: 5 });
    await page.mouse.up();
  }
  const pinLeft = async () => (await pin.boundingBox())?.x ?? 0;
  await expect.poll(pinLeft).toBeLessThan(0);
  const left = await pinLeft();
  await page.getByRole("button", { name: "Layers" }).click();
  await page.getByRole("switch", { name: "Resources" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("switch", { name: "Resources" })).toBeHidden();
  expect(await pinLeft()).toBeCloseTo(left, 0);
});

test("pans to the user's position while the map turns with the phone", async ({ handset: page }) => {
  await page.goto("/explore");
  const [camp] = (await campsOf(page)).filter(({ location_string: place }) => place.startsWith("2:"));
  if (camp === undefined) throw new Error("the sample festival has no such camp");
  await page.getByRole("button", { name: "Turn the map: north up" }).tap();
  await page.getByRole("button", { name: "Turn the map with me" }).tap();
  for (let press = 0; press < 13; press += 1) await page.getByRole("button", { name: "Zoom in" }).tap();
  await expect(page.getByRole("button", { name: "The Man" })).toBeInViewport();
  await expect(page.getByText("You are here")).toBeHidden();

  await page.evaluate(() => {
    let alpha = 0;
    setInterval(() => {
      alpha = (alpha + 0.2) % 360;
      window.dispatchEvent(
        new DeviceOrientationEvent("deviceorientationabsolute", { alpha, absolute: true }),
      );
    }, 16);
  });
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation({ latitude: camp.latitude, longitude: camp.longitude, accuracy: 8 });
  await page.getByRole("button", { name: "Where am I?" }).tap();
  await expect(page.getByText(/^2:\d\d & \w+ \(accurate/)).toBeVisible();
  const here = page.locator("[data-real]").filter({ hasText: "You are here" });
  await expect(here).toBeInViewport();
  // In the middle, whichever way the map is turned.
  await expect.poll(async () => Math.round((await here.boundingBox())?.y ?? 0)).toBeGreaterThan(300);
});

/** A visible camp's button that nothing covers, if there is one: the map's final position depends on which data arrived first. */
async function campToPress(page: Page): Promise<string | null> {
  return await page.locator('[data-marker][data-kind="camp"]').evaluateAll((buttons) => {
    const free = buttons.find((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    return free?.getAttribute("data-marker") ?? null;
  });
}

async function campsOf(page: Page): Promise<SampleCamp[]> {
  return (await (await page.request.get("/api/playaCamps")).json()) as SampleCamp[]; // the contract's array
}

async function discoveries(page: Page): Promise<string[]> {
  const answer = await page.request.get("/api/discoveries");
  const body = (await answer.json()) as { discoveries: { id: string }[] }; // as above
  return body.discoveries.map(({ id }) => id);
}

/** @param alpha degrees counterclockwise from north */
async function turnDevice(page: Page, alpha: number): Promise<void> {
  await page.evaluate((degrees) => {
    window.dispatchEvent(
      new DeviceOrientationEvent("deviceorientationabsolute", { alpha: degrees, absolute: true }),
    );
  }, alpha);
}
