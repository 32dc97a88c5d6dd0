import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import { patient } from "../scripts/patience.ts";

test(
  "a visitor sees who is locked, signs up, summons Ash by keyboard, and the chat begins afresh",
  { tag: "@gate" },
  async ({ open }) => {
    const page = await open("/");
    await page.getByPlaceholder("Send a message...").fill("who can lend me a ladder?");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("log")).toContainText("who can lend me a ladder?");

    const dialog = await openChooser(page);
    await expect(dialog.getByRole("radio")).toHaveCount(1);
    await expect(dialog.getByRole("radio", { name: "Looby" })).toHaveAccessibleDescription(/Active/);
    for (const name of ["Logis", "Harmoni", "Nexus", "Ash"])
      await expect(dialog.getByText(`Sign in to talk to ${name}.`)).toBeVisible();
    await expect(dialog.getByText("Selected: None")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Summon Companion" })).toBeDisabled();
    await expectAccessible(page);

    await dialog.getByRole("button", { name: "Sign In" }).click();
    await page.getByRole("tab", { name: "Sign Up" }).click();
    await fillSignUp(page, "Mothlight");
    await expect(page.getByText("Signed in as Mothlight.")).toBeVisible();

    await openChooser(page);
    await expect(dialog.getByRole("radio")).toHaveCount(2);
    await expect(dialog.getByText(/Find Logis first: come within 100 m of 5:30 & J/)).toBeVisible();
    await dialog.getByRole("radio", { name: "Looby" }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(dialog.getByRole("radio", { name: "Ash" })).toBeChecked();
    await expect(dialog.getByText("Selected: Ash")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();

    await expect(page.getByRole("heading", { name: "Ash", level: 1 })).toBeVisible();
    await expect(page.getByText("Ash here.")).toBeVisible();
    await expect(page.getByText("who can lend me a ladder?")).toHaveCount(0);
    await page.getByRole("button", { name: "What do I do in a whiteout?" }).click();
    await expect(page.getByRole("log")).toContainText("Whiteout on foot");

    await page.reload();
    await expect(page.getByRole("heading", { name: "Ash", level: 1 })).toBeVisible();
    await openChooser(page);
    const ash = dialog.getByRole("radio", { name: "Ash" });
    await expect(ash).toHaveAccessibleDescription(/Active.*Level 1.*Seasoned/);
    await expect(dialog.getByRole("radio", { name: "Looby" })).not.toHaveAccessibleDescription(/Active/);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
  },
);

test("a user who stands at Logis's place meets Logis; anybody else is told the way there", async ({
  open,
  context,
}) => {
  const page = await open("/?dialog=account&mode=sign-up");
  await fillSignUp(page, "Snail");
  await expect(page.getByText("Signed in as Snail.")).toBeVisible();
  const { lat, lng } = await placeOf(page, "logis");
  const dialog = await openChooser(page);
  const look = dialog.getByRole("button", { name: "Look around here" });

  await look.click();
  await expect(dialog.getByText(/This page may not know where you are/)).toBeVisible();
  await context.grantPermissions(["geolocation"]);
  await standAt(page, { latitude: lat + 0.009, longitude: lng, accuracy: 10 });
  await look.click();
  await expect(
    dialog.getByText(/Nobody new is here. The nearest, \w+, is about [\d.]+ k?m away./),
  ).toBeVisible();
  await standAt(page, { latitude: lat, longitude: lng, accuracy: 700 });
  await look.click();
  await expect(dialog.getByText(/knows its place only to about 700 m/)).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "Logis" })).toHaveCount(0);

  await standAt(page, { latitude: lat, longitude: lng, accuracy: 10 });
  await look.click();
  await expect(dialog.getByText("You have met Logis!")).toBeVisible();
  await dialog.getByRole("radio", { name: "Logis" }).check();
  await dialog.getByRole("button", { name: "Summon Companion" }).click();
  await expect(page.getByRole("heading", { name: "Logis", level: 1 })).toBeVisible();
  await page.getByPlaceholder("Send a message...").fill("How much water does a camp of twelve need?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log")).toContainText("How much water to bring");
});

test("a choice the server does not get holds on this device, is said, and is sent later", async ({
  open,
  page,
}) => {
  await open("/?dialog=account&mode=sign-up");
  await fillSignUp(page, "Beetle");
  await expect(page.getByText("Signed in as Beetle.")).toBeVisible();
  let tries = 0;
  let triesUntilSaid = 0;
  await page.route("**/api/users/*/companions", async (route) => {
    tries += 1;
    await route.fulfill({
      headers: { "looby-version": "0.0.0" },
      status: 503,
      json: { code: "unavailable", error: "Not now." },
    });
  });
  const dialog = await openChooser(page);
  await dialog.getByRole("radio", { name: "Ash" }).check();
  await dialog.getByRole("button", { name: "Summon Companion" }).click();
  await expect(dialog.getByRole("button", { name: "Summoning..." })).toBeVisible();
  const message = page.getByText("Failed to update companion. Please try again later.").first();
  await message.waitFor();
  triesUntilSaid = tries;
  expect(triesUntilSaid).toBe(3);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Ash", level: 1 })).toBeVisible();
  expect(await activeOnServer(page)).toBe("base-looby");
  const stored = await page.evaluate(
    () => JSON.parse(localStorage.getItem("userState") ?? "null") as unknown,
  );
  expect(stored).toMatchObject({
    activeCompanion: "ash",
    hasChosenCompanion: true,
    discoveredCompanions: ["ash"],
  });
  // The server's old state does not undo it.
  await page.reload();
  await expect(page.getByRole("heading", { name: "Ash", level: 1 })).toBeVisible();

  await page.unroute("**/api/users/*/companions");
  await expect.poll(() => activeOnServer(page), { timeout: patient(30_000) }).toBe("ash");
  await expect(page.getByRole("heading", { name: "Ash", level: 1 })).toBeVisible();
});

test("nobody inherits a companion, and one that does not load is asked for again", async ({ open, page }) => {
  await open("/?dialog=account&mode=sign-up");
  await fillSignUp(page, "Wasp");
  await expect(page.getByText("Signed in as Wasp.")).toBeVisible();
  const dialog = await openChooser(page);
  await dialog.getByRole("radio", { name: "Ash" }).check();
  await dialog.getByRole("button", { name: "Summon Companion" }).click();
  await expect(page.getByRole("heading", { name: "Ash", level: 1 })).toBeVisible();
  await page.goto("/me");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("heading", { name: "Anonymous" })).toBeVisible();
  await page.route("**/api/companions", (route) =>
    route.fulfill({
      headers: { "looby-version": "0.0.0" },
      status: 400,
      json: { code: "bad-request", error: "Not like this." },
    }),
  );
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Looby", level: 1 })).toBeVisible();
  await openChooser(page);
  await expect(dialog.getByRole("alert").filter({ hasText: "The companions did not load" })).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/companions");
  await dialog.getByRole("button", { name: "Try Again" }).click();
  await expect(dialog.getByRole("radio", { name: "Looby" })).toBeVisible();
});

async function openChooser(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Companions" });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/dialog=companions/);
  return dialog;
}

async function fillSignUp(page: Page, pseudonym: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Your account" });
  await dialog.getByLabel("Pseudonym").fill(pseudonym);
  await dialog.getByLabel("Password", { exact: true }).fill("a tent with 3 poles");
  await dialog.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(dialog).toBeHidden();
}

interface Answer {
  companions: { id: string; discoveryLocation: { lat: number; lng: number } }[];
  state: { activeCompanion: string };
}

async function ask(page: Page): Promise<Answer> {
  return (await (await page.request.get("/api/companions")).json()) as Answer;
}

async function activeOnServer(page: Page): Promise<string> {
  return (await ask(page)).state.activeCompanion;
}

/** Waits until the browser reports the position: just after permission is granted, it may need a moment. */
async function standAt(
  page: Page,
  place: { latitude: number; longitude: number; accuracy: number },
): Promise<void> {
  await page.context().setGeolocation(place);
  const told = () =>
    page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          navigator.geolocation.getCurrentPosition(
            ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
            ({ message }) => resolve(message),
            { timeout: 1_000, maximumAge: 0 },
          );
        }),
    );
  await expect.poll(told).toEqual(place);
}

async function placeOf(page: Page, id: string): Promise<{ lat: number; lng: number }> {
  const found = (await ask(page)).companions.find((companion) => companion.id === id);
  if (found === undefined) throw new Error(`${id} is nowhere`);
  return found.discoveryLocation;
}
