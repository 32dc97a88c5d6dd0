import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

interface SampleCamp {
  id: string;
  name: string;
  location_string: string;
  latitude: number;
  longitude: number;
}

test("a walk: one's own address, a place found once, the way there, a favourite, the map turned", async ({
  open,
  context,
}) => {
  const page = await open("/about");
  const camps = await campsOf(page);
  const here = camps.find(({ location_string: place }) => place === "4:30 & G") ?? camps[0];
  const goal = camps.find(({ location_string: place }) => place === "7:30 & D") ?? camps[1];
  if (here === undefined || goal === undefined) throw new Error("the sample festival has no camps");
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: here.latitude, longitude: here.longitude, accuracy: 8 });
  await page.goto(`/explore/camp/${goal.id}`);
  await expect(page.getByText(/You are at \d+:\d\d & \w+, within about 8 m/)).toBeVisible();
  await expect(page.getByText(/^You found /)).toBeVisible();
  await expect.poll(() => discoveries(page)).toContain(here.id);

  await page.getByRole("button", { name: "Directions" }).click();
  await expect(page.locator("[data-map-path]")).toBeAttached();
  const way = page.getByRole("region", { name: `The way to ${goal.name}` });
  await expect(way.getByRole("listitem").last()).toContainText(`${goal.name} is there.`);
  await way.getByLabel("From").fill("nowhere at all");
  await expect(way.getByText("This is no address of the city.")).toBeVisible();
  await way.getByLabel("From").fill("3:00 & E");
  await expect(way.getByRole("listitem").first()).toContainText("Take 3:00");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Favourite" }).click();
  await expect(page.getByRole("button", { name: "Favourite" })).toHaveAttribute("aria-pressed", "true");
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

  // Turned, a press still opens what is under it.
  await page.getByRole("button", { name: "Turn the map: north up" }).click();
  await expect(page.getByRole("button", { name: "Turn the map: 12:00 up" })).toBeVisible();
  for (let press = 0; press < 13; press += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  const marker = page.locator('[data-marker][data-kind="camp"]').first();
  await expect(marker).toBeVisible();
  const id = await marker.getAttribute("data-marker");
  await marker.click();
  await expect(page).toHaveURL(`/explore/camp/${id}`);

  await page.goto("/explore");
  const cluster = page.getByRole("button", { name: /^\d{3,} places around/ }).first();
  await expect(cluster).toBeVisible();
  await page.getByRole("button", { name: "Layers" }).click();
  await page.getByRole("switch", { name: "Camps" }).click();
  await page.getByRole("switch", { name: "Resources" }).click();
  await page.getByRole("switch", { name: "Communities" }).click();
  await expect(cluster).toBeHidden();
  // What was found stays, and so does the choice.
  await page.reload();
  await page.getByRole("button", { name: "Clusters on" }).click();
  await expect(page.getByRole("button", { name: /you have been there$/ }).first()).toBeVisible();
  await expect(cluster).toBeHidden();
});

test("in a whiteout: how far and which way, by the compass when there is one", async ({ open, context }) => {
  const page = await open("/about");
  const camp = (await campsOf(page))[0];
  if (camp === undefined) throw new Error("the sample festival has no camps");
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
  // North is ahead of whoever looks north, and behind whoever looks south.
  await turnDevice(page, 0);
  await expect(screen.getByText("Straight ahead")).toBeVisible();
  await turnDevice(page, 180);
  await expect(screen.getByText("Behind you")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(screen).toBeHidden();
});

async function campsOf(page: Page): Promise<SampleCamp[]> {
  return (await (await page.request.get("/api/playaCamps")).json()) as SampleCamp[]; // the contract's array
}

async function discoveries(page: Page): Promise<string[]> {
  const answer = await page.request.get("/api/discoveries");
  const body = (await answer.json()) as { discoveries: { id: string }[] }; // as above
  return body.discoveries.map(({ id }) => id);
}

/** @param alpha degrees against the clock from north */
async function turnDevice(page: Page, alpha: number): Promise<void> {
  await page.evaluate((degrees) => {
    window.dispatchEvent(
      new DeviceOrientationEvent("deviceorientationabsolute", { alpha: degrees, absolute: true }),
    );
  }, alpha);
}
