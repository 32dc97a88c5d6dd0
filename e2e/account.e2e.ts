import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

const PASSWORD = "a tent with 3 poles";
/** Part of a memory that must be deleted with its account. */
const MARKER = "xanthophyll lamp";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36";

test("shows sign-up errors beside their fields and greets the new member by name", async ({ open }) => {
  const page = await open("/me");
  await page.getByRole("button", { name: "Sign Up" }).click();
  const dialog = page.getByRole("dialog", { name: "Your account" });
  const pseudonym = dialog.getByLabel("Pseudonym");
  const password = dialog.getByLabel("Password", { exact: true });
  await pseudonym.fill("Wren");
  await password.fill("password1!");
  await password.press("Enter");
  await expect(password).toHaveAccessibleDescription(/first passwords an attacker tries/);
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute("autocomplete", "new-password");
  await expectAccessible(page);

  await expect(password).toHaveAttribute("type", "password");
  await dialog.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");

  await password.fill(PASSWORD);
  await pseudonym.fill("Looby");
  await dialog.getByRole("button", { name: "Sign Up" }).click();
  await expect(pseudonym).toHaveAccessibleDescription(/This pseudonym is taken/);
  await expect(pseudonym).toBeFocused();

  await pseudonym.fill("Wren");
  // It is shown for three seconds only.
  const greeting = page.getByText("Signed in as Wren.").waitFor();
  await dialog.getByRole("button", { name: "Sign Up" }).click();
  await greeting;
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Wren" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Wren" })).toBeVisible();
});

test(
  "lets a member sign in again, download all data and delete the account",
  { tag: "@gate" },
  async ({ open }) => {
    const page = await open("/me");
    await signUp(page, "Robin");
    await signOut(page);

    await page.getByRole("button", { name: "Sign In" }).click();
    const dialog = page.getByRole("dialog", { name: "Your account" });
    await dialog.getByLabel("Pseudonym").fill("robin");
    await dialog.getByLabel("Password", { exact: true }).fill("something else");
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(/Pseudonym and password do not match/);
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("heading", { name: "Robin" })).toBeVisible();

    await page.goto("/me?dialog=create-memory");
    const memory = page.getByRole("dialog", { name: "Create a Memory" });
    await memory.getByRole("textbox").fill(`The ${MARKER} sleeps under the bar.`);
    await memory.getByRole("button", { name: "Save Memory" }).click();
    await memory.getByRole("button", { name: "View Memory Bank" }).click();
    await expect(page.getByRole("list", { name: "Memories" })).toContainText(MARKER);
    await page.goto("/me");
    await page.getByRole("button", { name: "Download my data or delete my account" }).click();
    const saving = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download my data" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    const { "looby.json": rows = new Uint8Array() } = unzipSync(await readFile(await file.path()));
    expect(strFromU8(rows)).toContain(MARKER);

    await dialog.getByRole("button", { name: "Delete my account", exact: true }).click();
    await dialog.getByRole("button", { name: "Keep my account" }).click();
    await dialog.getByRole("button", { name: "Delete my account", exact: true }).click();
    const proof = dialog.getByLabel("Your password, to be sure it is you");
    await proof.fill("something else");
    await dialog.getByRole("button", { name: "Delete everything" }).click();
    await expect(proof).toHaveAccessibleDescription(/not your password/);
    await expectAccessible(page);
    await proof.fill(PASSWORD);
    await dialog.getByRole("button", { name: "Delete everything" }).click();
    await expect(page.getByText("Your account and everything of yours here is deleted.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Anonymous" })).toBeVisible();
    expect(await page.content()).not.toContain(MARKER);
    await page.goto("/memories");
    await expect(page.getByText("No memories found")).toBeVisible();
    expect(await page.content()).not.toContain(MARKER);

    await page.goto("/me");
    await page.getByRole("button", { name: "Sign In" }).click();
    await dialog.getByLabel("Pseudonym").fill("Robin");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(/Pseudonym and password do not match/);
  },
);

test("shows a new session in every tab and its end on another device", async ({
  open,
  context,
  browser,
  looby,
}) => {
  const page = await open("/me");
  await expect(page.getByRole("heading", { name: "Anonymous" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/me");
  await signUp(other, "Jay");
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByRole("heading", { name: "Jay" })).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: looby.url, userAgent: ANDROID });
  const lost = await elsewhere.newPage();
  await lost.goto("/me?dialog=account&mode=sign-in");
  const form = lost.getByRole("dialog", { name: "Your account" });
  await form.getByLabel("Pseudonym").fill("Jay");
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Sign In" }).click();
  await expect(lost.getByRole("heading", { name: "Jay" })).toBeVisible();

  await expect(page.getByText("New sign-in: Chrome on Android.")).toBeVisible();
  await page.goto("/me?dialog=account&mode=devices");
  const devices = page.getByRole("dialog", { name: "Devices and password" });
  await expect(devices.getByRole("listitem")).toHaveText([/This device/, /Last used/]);
  await expectAccessible(page);
  await devices.getByRole("button", { name: "Sign out Chrome on Android" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await expect(devices.getByRole("listitem")).toHaveText([/This device/]);
  await expect(lost.getByText("You are signed out on this device.")).toBeVisible();
  await expect(lost.getByRole("heading", { name: "Anonymous" })).toBeVisible();

  await devices.getByRole("button", { name: "Change password" }).click();
  await devices.getByLabel("Current password").fill("something else");
  await devices.getByLabel("New password").fill("a tent with 5 poles");
  await devices.getByRole("button", { name: "Save new password" }).click();
  await expect(devices.getByLabel("Current password")).toHaveAccessibleDescription(/not your password/);
  await expect(devices.getByLabel("Current password")).toBeFocused();
  await expectAccessible(page);
  await devices.getByLabel("Current password").fill(PASSWORD);
  await devices.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await expect(devices.getByRole("button", { name: "Change password" })).toBeFocused();
  await elsewhere.close();

  await page.goto("/memories?dialog=create-memory");
  const words = page.getByRole("dialog").getByRole("textbox").last();
  await words.fill("Only Jay may read this");
  await signOut(other);
  await expect(words).toHaveValue("");
});

for (const age of ["a new browser", "a browser from before passkey JSON"] as const) {
  test(`signs in with a passkey and without a name, in ${age}`, async ({ page, looby }) => {
    if (age !== "a new browser") await page.addInitScript(forgetPasskeyJson);
    await plugInAuthenticator(page);
    // Passkeys belong to host names, not to IP addresses.
    await page.goto(new URL("/me", looby.url.replace("127.0.0.1", "localhost")).href);
    const name = age === "a new browser" ? "Finch" : "Old Finch";
    await signUp(page, name);
    const passkeys = page.getByRole("region", { name: "Passkeys" });
    await passkeys.getByRole("button", { name: "Add a passkey" }).click();
    await expect(passkeys.getByRole("listitem")).toHaveCount(1);
    await expectAccessible(page);
    await passkeys.getByRole("button", { name: "Add a passkey" }).click();
    await expect(passkeys.getByRole("alert")).toHaveText(/has a passkey for you already/);

    await signOut(page);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();

    await passkeys.getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(passkeys.getByRole("listitem")).toHaveCount(0);
  });
}

test("shows where passkeys work when opened at a bare IP address", async ({ open }) => {
  const page = await open("/me");
  await signUp(page, "Heron");
  await expect(page.getByRole("region", { name: "Passkeys" })).toContainText("open Looby as localhost");
});

async function signUp(page: Page, pseudonym: string): Promise<void> {
  await page.getByRole("button", { name: "Sign Up" }).click();
  const dialog = page.getByRole("dialog", { name: "Your account" });
  await dialog.getByLabel("Pseudonym").fill(pseudonym);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await submit(dialog, "Sign Up");
  await expect(page.getByRole("heading", { name: pseudonym, exact: true })).toBeVisible();
}

async function submit(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole("button", { name }).click();
  await expect(dialog).toBeHidden();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("heading", { name: "Anonymous" })).toBeVisible();
}

/** A phone's fingerprint reader that is always touched at once. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Removes functions that browsers gained in 2024 and 2025. */
function forgetPasskeyJson(): void {
  Reflect.deleteProperty(PublicKeyCredential, "parseCreationOptionsFromJSON");
  Reflect.deleteProperty(PublicKeyCredential, "parseRequestOptionsFromJSON");
  Reflect.deleteProperty(PublicKeyCredential.prototype, "toJSON");
}
