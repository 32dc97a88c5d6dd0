import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import type { LoobyServer } from "./fixtures/server.ts";
import { storedRows } from "./fixtures/stored-rows.ts";

const COMMAND = join(import.meta.dirname, "../scripts/community-login.ts");
const PASSWORD = "a tent with 3 poles";

test("loses no input of an admin who leaves or whose fields another admin saves", async ({ open, looby }) => {
  const { username, password } = await giveLogin(looby, "paper-moon");
  const page = await open("/me");
  await signUp(page, "Editor");
  await page.getByText("Find a Loobricate to join").click();
  await page.getByRole("link", { name: /^Paper Moon/ }).click();
  await expect(page.getByRole("heading", { name: "Paper Moon", level: 1 })).toBeVisible();
  await expect(page.getByText("3 members")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Map" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add Entry" })).toHaveCount(0);
  await expect(page.getByText("No vibe set yet")).toBeVisible();

  await page.getByRole("button", { name: "Admin Login" }).click();
  const login = page.getByRole("dialog", { name: "Admin Login" });
  await login.getByLabel("Username").fill(username);
  await login.getByLabel("Password", { exact: true }).fill("a wrong one");
  await login.getByRole("button", { name: "Login", exact: true }).click();
  await expect(login.getByRole("alert")).toHaveText("Invalid credentials");
  await login.getByLabel("Password", { exact: true }).fill(password);
  await login.getByRole("button", { name: "Login", exact: true }).click();

  const panel = page.getByRole("dialog", { name: "Admin Panel" });
  const save = panel.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await expect(panel.getByLabel("Admin username")).toHaveValue(username);
  await panel.getByLabel("Description").fill("Mine.");
  await panel.getByLabel("City").fill("Dust City");
  await panel.getByLabel("Camp on the map").fill("e");
  await panel.getByRole("list", { name: "Camps found" }).getByRole("button").first().click();
  await expect(save).toBeEnabled();
  await page.keyboard.press("Escape");
  const leaving = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await expect(panel.getByLabel("Description")).toHaveValue("Mine.");

  // Another admin saves while this panel is open.
  const answer = await page.request.put("/api/loobricates/paper-moon", {
    data: { description: "Theirs.", tags: "glue" },
    headers: { origin: looby.url },
  });
  expect(answer.status()).toBe(200);
  await save.click();
  const clash = panel.getByRole("region", { name: "Description: yours or theirs" });
  await expect(clash).toContainText("Theirs.");
  await expect(panel.getByLabel("Tags")).toHaveValue("glue");
  await expectAccessible(page);
  await clash.getByRole("button", { name: "Keep mine: Description" }).click();
  await save.click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(save).toBeDisabled();

  // While offline, the other changes are queued on this device, and the password is only in the form.
  await page.context().setOffline(true);
  await panel.getByLabel("City").fill("Quiet City");
  await panel.getByLabel("Admin password").fill("nine lanterns in the dust");
  await save.click();
  const left = "Everything but the password is saved on this device and will be sent.";
  await expect(panel.getByRole("alert").filter({ hasText: left })).toBeVisible();
  await expect(panel.getByLabel("Admin password")).toHaveValue("nine lanterns in the dust");
  expect(await queuedBodies(page)).toMatch(/Quiet City(?!.*lanterns)/s);
  await panel.getByLabel("Admin password").fill("");
  await expect(save).toBeDisabled();
  await expect(panel.getByText("Your changes are saved on this device")).toBeVisible();
  await page.context().setOffline(false);
  await expect(panel.getByText("Your changes are saved on this device")).toBeHidden();
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
  // The closing panel has the same text in its form.
  await expect(page.locator("#main").getByText("Mine.")).toBeVisible();
  await expect(page.getByText("6:45 & Jawdrop, Quiet City")).toBeVisible();
  await expect(page.getByRole("link", { name: /on the map$/ })).toBeVisible();
  await page.locator("#main").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("heading", { name: "My Camps" })).toBeVisible();
});

test(
  "lets members join by application or by link and never removes the last admin",
  { tag: "@gate" },
  async ({ page, looby, browser }) => {
    const { username, password } = await giveLogin(looby, "tinker-row");
    const asker = await newcomer(browser, looby, "Asker");
    await signUpAs(page, looby, "Keeper");
    const headers = { origin: looby.url };
    await page.request.post("/api/auth/loobricate-auth", { data: { username, password }, headers });
    await page.request.put("/api/loobricates/tinker-row", {
      data: { joinQuestions: ["What do you bring?"] },
      headers,
    });

    await asker.goto("/community/tinker-row");
    await asker.getByRole("button", { name: "Ask to join" }).click();
    await asker.getByRole("button", { name: "Ask to join" }).click();
    await expect(asker.getByLabel("What do you bring?")).toHaveAccessibleDescription(
      "Please answer every question.",
    );
    await asker.getByLabel("What do you bring?").fill("A ladder");
    await asker.getByRole("button", { name: "Ask to join" }).click();
    await expect(asker.getByText("You have asked to join. An admin will answer.")).toBeVisible();

    await page.goto("/community/tinker-row?dialog=community-panel&id=tinker-row&mode=joining");
    const panel = page.getByRole("dialog", { name: "Admin Panel" });
    await expect(panel.getByText("A ladder")).toBeVisible();
    await panel.getByRole("button", { name: "Accept Asker" }).click();
    await expect(panel.getByText("No requests")).toBeVisible();
    await panel.getByRole("button", { name: "Make an invite link" }).click();
    const link = await panel.getByRole("textbox", { name: "Invite link" }).inputValue();
    await panel.getByRole("button", { name: "Show a code" }).click();
    await expect(panel.getByRole("img", { name: /^Invitation/ })).toBeVisible();
    await panel.getByRole("tab", { name: "People" }).click();
    await panel
      .getByRole("button", { name: "Remove Sprocket" })
      .or(panel.getByText("Administrators (1)"))
      .first()
      .waitFor();
    const admins = panel.getByRole("region", { name: "Administrators" });
    await admins.getByRole("button", { name: /^Remove / }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(panel.getByText("Failed to remove user. Please try again.")).toBeVisible();
    await expect(panel.getByText(/The last admin cannot be removed/)).toBeVisible();
    await panel.getByLabel("Add people").fill("keep");
    await panel.getByRole("button", { name: "Add Keeper as member" }).click();
    await expect(panel.getByText("Keeper (you)")).toBeVisible();
    await panel.getByRole("button", { name: "Make admin: Asker" }).click();
    await expect(panel.getByText("Asker (asked to be an admin)")).toBeVisible();
    await expectAccessible(page);
    await asker.goto("/community/tinker-row");
    await asker.getByRole("button", { name: "Accept" }).click();
    await expect(asker.getByText("You are an admin of Tinker Row now.")).toBeVisible();
    await expect(asker.getByRole("button", { name: "Admin Panel" })).toBeVisible();
    await asker.context().close();

    const guest = await newcomer(browser, looby, "Guest");
    await guest.goto(link);
    await expect(guest.getByText("Keeper invites you to this Loobricate.")).toBeVisible();
    await guest.getByRole("button", { name: "Join", exact: true }).click();
    await expect(guest.getByText("6 members")).toBeVisible();
    await guest.getByRole("button", { name: "Leave" }).click();
    await guest.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
    await expect(guest.getByText("You have left Tinker Row.")).toBeVisible();
    await guest.context().close();
    await panel.getByRole("tab", { name: "History" }).click();
    await expect(panel.getByText("Guest joined by the link of Keeper")).toBeVisible();
    await expect(panel.getByText("Keeper accepted Asker")).toBeVisible();
  },
);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: "reduce" } });

  test("compares vibes, opens surveys separately and rejects a photo that is no image", async ({
    open,
    looby,
    browser,
  }) => {
    const { username, password } = await giveLogin(looby, "velvet-static");
    const page = await open("/");
    await page.getByRole("button", { name: /open surveys$/ }).click();
    const surveys = page.getByRole("dialog", { name: "Available Surveys" });
    const start = surveys.getByRole("link", { name: /^Start Survey/ }).first();
    await expect(start).toHaveAttribute("rel", /noopener/);
    expect(await start.getAttribute("href")).not.toMatch(/anon|user/);
    await page.goto("/me");
    await signUp(page, "Dancer");
    await page.request.post("/api/auth/loobricate-auth", {
      data: { username, password },
      headers: { origin: looby.url },
    });
    await page.goto("/community/velvet-static");
    await expect(page.getByText("No vibe set yet")).toBeVisible();
    await page.getByRole("button", { name: "Set our vibe" }).click();
    await page.getByLabel("Mood").fill("1");
    await page.getByLabel("Energy").fill("1");
    await page.getByRole("button", { name: "Save vibe" }).click();
    await expect(page.getByRole("img", { name: "Velvet Static feels bright and wild." })).toBeVisible();
    await page.getByRole("button", { name: "Compare with my vibe" }).click();
    await expect(page.getByText("No vibe of yours set yet")).toBeVisible();
    await expectFollowed(page, browser);

    await page.getByRole("button", { name: "Admin Panel" }).click();
    const panel = page.getByRole("dialog", { name: "Admin Panel" });
    await panel
      .getByLabel("Profile photo")
      .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
    await expect(panel.getByText("Please upload an image file")).toBeVisible();
    await panel
      .getByLabel("Cover photo")
      .setInputFiles({ name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(5_242_881) });
    await expect(panel.getByText("Image size should be less than 5MB")).toBeVisible();
    await panel
      .getByLabel("Profile photo")
      .setInputFiles({ name: "pixel.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") });
    await expect(panel.locator("img")).toBeVisible();
    await expect(panel.getByRole("button", { name: "Save" })).toBeDisabled();
  });
});

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** The bodies the outbox will send, as text. */
async function queuedBodies(page: Page): Promise<string> {
  return JSON.stringify(await storedRows(page, "bodies"));
}

/** Sets a login the way the server's operator does. */
async function giveLogin(looby: LoobyServer, communityId: string) {
  const username = `keys of ${communityId}`;
  const env = { ...process.env, PORT: new URL(looby.url).port, DATA_DIR: looby.dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, communityId, username], { env });
  return { username, password: /password (\S+)/.exec(stdout)?.[1] ?? "" };
}

async function newcomer(browser: Browser, looby: LoobyServer, pseudonym: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: looby.url })).newPage();
  await signUpAs(page, looby, pseudonym);
  return page;
}

/** Signs up by the API; another test covers the form. */
async function signUp(page: Page, pseudonym: string): Promise<void> {
  // The page requests its session when it opens. That response with the visitor's session must not arrive after the account's.
  await page.evaluate(async () => void (await fetch("/api/account/session")));
  await signUpAs(page, { url: new URL(page.url()).origin }, pseudonym);
  await page.reload();
  await expect(page.getByRole("heading", { name: pseudonym })).toBeVisible();
}

async function signUpAs(page: Page, { url }: Pick<LoobyServer, "url">, pseudonym: string): Promise<void> {
  const answer = await page.request.post("/api/account/sign-up", {
    data: { pseudonym, password: PASSWORD },
    headers: { origin: url },
  });
  expect(answer.status()).toBe(200);
}

/** A vibe that is set, or that follows from a message, appears on the user's other device at once. */
async function expectFollowed(page: Page, browser: Browser): Promise<void> {
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const theirs = await other.newPage();
  await theirs.goto(page.url());
  await theirs.getByRole("button", { name: "Compare with my vibe" }).click();
  await page.getByRole("button", { name: "Set my vibe" }).click();
  await page.getByLabel("Mood").fill("0.3");
  await page.getByLabel("Energy").fill("0");
  await page.getByRole("button", { name: "Save vibe" }).click();
  await expect(theirs.getByRole("img", { name: /you feel even and calm: \d+ % alike/ })).toBeVisible();

  await expect(page.getByRole("switch", { name: "My words move my vibe" })).toBeChecked();
  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await page.getByRole("textbox", { name: /^Message/ }).fill("What a wonderful, lovely night!! 🥳");
  await page.keyboard.press("Enter");
  await expect(theirs.getByRole("img", { name: /you feel bright and calm/ })).toBeVisible();
  await page.goto(theirs.url());
  await other.close();
}
