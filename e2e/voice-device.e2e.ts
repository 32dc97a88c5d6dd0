import type { Page } from "@playwright/test";
import { expectAccessible } from "./fixtures/looby.ts";
import { expect, microphone, openChat, speak, test, TRANSCRIBE } from "./fixtures/speaker.ts";
import { patient } from "../scripts/patience.ts";

// Speech recognition offline: the model is downloaded in Settings, and then no server is needed.

test.setTimeout(patient(360_000));

test("resumes the download of a model, transcribes offline and removes the model", async ({
  line,
  thirsty: phone,
}) => {
  const page = phone.page();
  await page.setViewportSize({ width: 390, height: 844 });
  await openChat(page, line);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const fetched: string[] = [];
  let isSlow = true;
  line.treat = (call) => {
    if (!call.startsWith("GET /api/device-speech/")) return "pass";
    fetched.push(call);
    // Slow enough to be observed. A request in progress when the download is stopped never completes.
    return isSlow && fetched.length > 5 ? "hang" : "pass";
  };

  let speech = await openSpeechSettings(page, line.url);
  await expect(speech.getByText("No model is on this device.")).toBeVisible();
  await expect(speech.getByLabel("Speech model")).toContainText("Tiny: 45 MB");
  await expectAccessible(page);
  await speech.getByRole("button", { name: "Download Tiny" }).click();
  const bar = speech.getByRole("progressbar", { name: "Downloading Tiny" });
  await expect(speech.getByText("5 MB of 45 MB")).toBeVisible();
  await expect(bar).toHaveAttribute("max", "45055628");
  await expectAccessible(page);
  await speech.getByRole("button", { name: "Stop the download" }).click();
  await expect(speech.getByText("Tiny is here in part: 5 MB of 45 MB.")).toBeVisible();
  isSlow = false;

  await page.reload();
  speech = await openSpeechSettings(page, line.url);
  await speech.getByRole("button", { name: "Go on downloading" }).click();
  await expect(speech.getByText("Tiny is on this device and ready.")).toBeVisible({
    timeout: patient(60_000),
  });
  // The request in progress when the download was stopped is sent again.
  expect(fetched.length - new Set(fetched).size).toBe(1);
  await expectAccessible(page);

  await line.cut();
  await openChat(page, line);
  await microphone(page).click();
  await speak(page);
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue(/looking for drinking water/i, {
    timeout: patient(90_000),
  });
  expect(line.writes.filter(({ call }) => call === TRANSCRIBE)).toEqual([]);

  speech = await openSpeechSettings(page, line.url);
  await speech.getByRole("button", { name: "Remove from this device" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(speech.getByText("No model is on this device.")).toBeVisible();
  expect(await page.evaluate(async () => (await (await caches.open("looby-files")).keys()).length)).toBe(0);
});

test("reports a lost signal without losing a partial download", async ({ line, phone }) => {
  const page = phone.page();
  await openChat(page, line);
  let parts = 0;
  line.treat = (call) =>
    call.startsWith("GET /api/device-speech/") && (parts += 1) > 3 ? { status: 502, body: "" } : "pass";
  const speech = await openSpeechSettings(page, line.url);
  await speech.getByRole("button", { name: "Download Tiny" }).click();
  await expect(speech.getByRole("alert")).toContainText("The signal was lost. Your download so far is saved");
  await expect(speech.getByText("Tiny is here in part: 3 MB of 45 MB.")).toBeVisible();
});

test("ends the recording by itself for a user with auto-stop on", async ({ line, phone }) => {
  const page = phone.page();
  await openChat(page, line);
  await openSpeechSettings(page, line.url);
  await page.getByRole("switch", { name: "Stop by itself when I stop speaking" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await openChat(page, line);
  await microphone(page).click();
  await expect(page.getByText("Listening...")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue(/spare generator/, {
    timeout: patient(60_000),
  });
  expect(line.writes.filter(({ call }) => call === TRANSCRIBE)).toHaveLength(1);
});

async function openSpeechSettings(page: Page, url: string) {
  await page.goto(`${url}/?dialog=settings`);
  const speech = page.getByRole("region", { name: "Speech without signal" });
  await expect(speech).toBeVisible();
  return speech;
}
