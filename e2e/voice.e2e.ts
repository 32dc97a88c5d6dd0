import type { Page } from "@playwright/test";
import { expectAccessible } from "./fixtures/looby.ts";
import { expect, microphone, openChat, speak, test, TRANSCRIBE } from "./fixtures/speaker.ts";
import { patient } from "../scripts/patience.ts";

// Real speech: a microphone that plays a file, the browser's recorder, and the server's own speech engine. Its result for a synthetic voice
// varies by a word or two.

const GENERATOR = /I have a spare .* (?:thirty|7:30)/;
const ENGINE_MS = { timeout: patient(40_000) };

test("inserts spoken words at the cursor", { tag: "@gate" }, async ({ line, phone }) => {
  // The phone restarts online, so it need not store the app.
  line.treat = (call) => (call === "GET /service-worker.js" ? { status: 404, body: "" } : "pass");
  const page = phone.page();
  await openChat(page, line);
  await message(page).fill("Hello! Thanks");
  await message(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 6));
  await microphone(page).click();
  await expect(page.getByText("Listening...")).toBeVisible();
  await expect(page.getByRole("timer", { name: "Time left" })).toHaveText(/2:5\d left/);
  await expectAccessible(page);
  await speak(page);
  await expect(page.getByText("Processing your voice message...")).toBeVisible();
  await expect(message(page)).toHaveAttribute("placeholder", "Processing...");
  await expect(message(page)).toHaveValue(/^Hello! I have a spare .* (?:thirty|7:30).* Thanks$/, ENGINE_MS);
  const left = (field: HTMLTextAreaElement) => field.value.slice(field.selectionEnd);
  expect(await message(page).evaluate(left)).toBe(" Thanks");
  await expect(page.getByText("Processing your voice message...")).toBeHidden();
  await expect(page.getByText("unsent recording")).toBeHidden();
  expect(line.writes.filter(({ call }) => call === TRANSCRIBE)).toHaveLength(1);

  // Recordings belong to the user until they are sent: they survive a dead battery and are sent afterwards.
  await phone.kill();
  const reopened = await phone.open();
  await openChat(reopened, line);
  await expect(message(reopened)).toHaveValue(/^Hello! I have a spare .* (?:thirty|7:30).* Thanks$/);
  await message(reopened).press("Enter");
  await expect(message(reopened)).toHaveValue("");
  await expect(reopened.getByRole("log")).toContainText("I have a spare");
});

test("creates a spoken memory of the chosen type and marks it in the conversation", async ({
  line,
  thirsty,
}) => {
  const page = thirsty.page();
  await openChat(page, line);
  await page.getByRole("button", { name: "Record Your Memory" }).click();
  await expect(page.getByRole("button", { name: "Something else" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "I want you to know..." }).click();
  await speak(page);
  await expect(page.getByText("Processing your audio")).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Is this what you meant?" });
  const words = dialog.getByRole("textbox", { name: "Your words" });
  await expect(words).toHaveValue(/looking for .*water/i, ENGINE_MS);
  // The words determine the type, whatever was tapped.
  await expect(dialog.getByText("I'm looking for...")).toBeVisible();
  await expectAccessible(page);
  await words.fill("water");
  await expect(dialog.getByText("5 of at least 21 characters")).toBeVisible();
  await words.fill("I'm looking for drinking water and two buckets");
  await dialog.getByRole("button", { name: "Yes, save this" }).click();
  const log = page.getByRole("log");
  await expect(log.getByText("Saved to your memories")).toBeVisible();
  await expect(log.getByText("drinking water and two buckets")).toBeVisible();
  await expect(page.getByText("unsent recording")).toBeHidden();
});

test("inserts spoken words after the written ones in Create a Memory", async ({ line, phone }) => {
  const page = phone.page();
  await openChat(page, line);
  await page.goto(`${line.url}/?dialog=create-memory`);
  const box = page.getByRole("textbox", { name: "Your memory", includeHidden: true });
  await box.fill("At the gate:");
  await page.getByRole("dialog").getByRole("button", { name: "Record Your Memory" }).click();
  await speak(page);
  await expect(box).toHaveValue(/^At the gate: I have a spare .* (?:thirty|7:30)/, ENGINE_MS);
  await page.getByRole("button", { name: "Save Memory" }).click();
  await expect(page.getByText("Your memory has been saved!")).toBeVisible();
});

test("shows a friendly error and Retry when the server fails three times", async ({ line, phone }) => {
  const page = phone.page();
  await openChat(page, line);
  const body = JSON.stringify({ code: "unavailable", error: "The transcription service is away." });
  line.treat = (call) => (call === TRANSCRIBE ? { status: 503, body } : "pass");
  await microphone(page).click();
  await speak(page);
  const alert = page.getByRole("log").getByRole("alert");
  await expect(alert).toHaveText("The voice service has a problem right now. Please try again in a moment.");
  expect(line.writes.filter(({ call }) => call === TRANSCRIBE)).toHaveLength(3);
  await expect(page.getByRole("button", { name: "1 unsent recording" })).toBeVisible();
  await expectAccessible(page);
  line.treat = () => "pass";
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(message(page)).toHaveValue(GENERATOR, ENGINE_MS);
  await expect(alert).toBeHidden();
  await expect(page.getByRole("button", { name: "1 unsent recording" })).toBeHidden();
});

test("loses at most a second of a recording when the battery dies", async ({ line, phone }) => {
  await openChat(phone.page(), line);
  await microphone(phone.page()).click();
  await expect(phone.page().getByText("Listening...")).toBeVisible();
  await phone.page().waitForTimeout(5_500);
  await phone.kill();
  const page = await phone.open();
  await openChat(page, line);
  await page.getByRole("button", { name: "1 unsent recording" }).click();
  const unsent = page.getByRole("region", { name: "Unsent recordings" });
  await expect(unsent.getByText("Voice message")).toBeVisible();
  await expectAccessible(page);
  await unsent.getByRole("button", { name: /^Play/ }).click();
  await expect(unsent.getByRole("button", { name: /^Stop/ })).toBeVisible();
  await unsent.getByRole("button", { name: /^Transcribe/ }).click();
  await expect(message(page)).toHaveValue(GENERATOR, ENGINE_MS);
  await page.reload();
  await expect(microphone(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "1 unsent recording" })).toBeHidden();
});

test("offers a recording to the next tab when its tab closes before the text arrives", async ({
  line,
  phone,
}) => {
  const first = phone.page();
  await openChat(first, line);
  line.treat = (call) => (call === TRANSCRIBE ? "hang" : "pass");
  await microphone(first).click();
  await speak(first);
  await expect(first.getByPlaceholder("Processing...")).toBeVisible();
  const page = await phone.context().newPage();
  await first.close();
  line.treat = () => "pass";
  await openChat(page, line);
  await page.getByRole("button", { name: "1 unsent recording" }).click();
  await page
    .getByRole("region", { name: "Unsent recordings" })
    .getByRole("button", { name: /^Transcribe/ })
    .click();
  await expect(message(page)).toHaveValue(GENERATOR, ENGINE_MS);
});

test("reports a recording without speech and removes discarded recordings", async ({ line, noisy }) => {
  const page = noisy.page();
  await openChat(page, line);
  await microphone(page).click();
  await expect(page.getByText("Listening...")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Listening...")).toBeHidden();
  await microphone(page).click();
  await speak(page, 2);
  await expect(page.getByText(/I heard nothing in your recording/)).toBeVisible(ENGINE_MS);
  await page.getByRole("button", { name: "1 unsent recording" }).click();
  await page.getByRole("button", { name: /^Discard/ }).click();
  await page.getByRole("button", { name: /^Discard for good/ }).click();
  await expect(page.getByRole("button", { name: "1 unsent recording" })).toBeHidden();
  await expect(page.getByText(/I heard nothing in your recording/)).toBeHidden();
});

test("stops a recording when the page is hidden and lets the user send it", async ({ line, phone }) => {
  const page = phone.page();
  await openChat(page, line);
  await microphone(page).click();
  await expect(page.getByText("Listening...")).toBeVisible();
  await page.waitForTimeout(5_000);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
  });
  await expect(page.getByText(/The recording stopped because Looby went out of sight/)).toBeVisible();
  await expectAccessible(page);
  line.treat = (call) => (call === TRANSCRIBE ? "hang" : "pass");
  await page.getByRole("button", { name: "Use it" }).click();
  // The user does not have to wait for a server that does not respond.
  await page.getByRole("button", { name: "Stop and keep the recording" }).click();
  await expect(message(page)).toHaveAttribute("placeholder", "Send a message...");
  line.treat = () => "pass";
  await page.getByRole("button", { name: "1 unsent recording" }).click();
  await page.getByRole("button", { name: /^Transcribe/ }).click();
  await expect(message(page)).toHaveValue(GENERATOR, ENGINE_MS);
});

test("explains a missing microphone and lets the user type", async ({ open }) => {
  const page = await open("/");
  await microphone(page).click();
  // This browser has no microphone at all.
  await expect(page.getByRole("alert").filter({ hasText: /microphone/i })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await message(page).fill("then I type");
});

test("fills the resource form by voice and hides unsent recordings from other users", async ({
  line,
  phone,
}) => {
  await signUp(phone.page(), line.url, "Speaker");
  const page = phone.page();
  await openChat(page, line);
  await message(page).fill("I want to add resource");
  await page.keyboard.press("Enter");
  const hint = page.getByRole("region", { name: "Share something" });
  // An error in the form our server uses: any other response counts as no connection, and is retried automatically.
  const body = JSON.stringify({ code: "internal", error: "Something went wrong here." });
  line.treat = (call) => (call === TRANSCRIBE ? { status: 500, body } : "pass");
  await hint.getByRole("button", { name: "Describe the resource by voice" }).click();
  await speak(page);
  await expect(page.getByRole("button", { name: "1 unsent recording" })).toBeVisible();

  await page.context().clearCookies();
  await signUp(page, line.url, "Somebody else");
  await openChat(page, line);
  await page.goto(`${line.url}/me`);
  await expect(page.getByRole("heading", { name: "Somebody else" })).toBeVisible();
  await openChat(page, line);
  await page.waitForTimeout(1_000);
  await expect(page.getByRole("button", { name: "1 unsent recording" })).toBeHidden();

  await page.context().clearCookies();
  const answer = await page.context().request.post(`${line.url}/api/account/sign-in`, {
    data: { pseudonym: "Speaker", password: "a tent with 3 poles" },
  });
  expect(answer.ok()).toBe(true);
  line.treat = () => "pass";
  await openChat(page, line);
  await page.getByRole("button", { name: "1 unsent recording" }).click();
  await page.getByRole("button", { name: /^Transcribe/ }).click();
  const form = page.getByRole("dialog", { name: "Add Resource" });
  await expect(form.getByLabel("Description")).toHaveValue(GENERATOR, ENGINE_MS);
});

function message(page: Page) {
  return page.getByRole("textbox", { name: "Message" });
}

async function signUp(page: Page, url: string, pseudonym: string): Promise<void> {
  const data = { pseudonym, password: "a tent with 3 poles" };
  const answer = await page.context().request.post(`${url}/api/account/sign-up`, { data });
  expect(answer.ok()).toBe(true);
}
