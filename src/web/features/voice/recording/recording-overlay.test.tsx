import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "#web/offline/database.ts";
import { listUnsent } from "#web/offline/drafts/recordings.ts";
import { FakeMicrophone } from "#web/testing/fake-microphone.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { Recording } from "./recording.ts";
import { RecordingOverlay } from "./recording-overlay.tsx";

const onRecorded = vi.fn<(recording: Recording) => void>();
const onClose = vi.fn<() => void>();
let microphone: FakeMicrophone;

beforeEach(async () => {
  onRecorded.mockReset();
  onClose.mockReset();
  await freshDevice();
  vi.stubGlobal("isSecureContext", true);
  microphone = new FakeMicrophone();
});

test("shows the time left while it listens", async () => {
  await openRecorder();
  await screen.findByText("Listening...");
  expect(screen.getByRole("timer", { name: "Time left" }).textContent).toMatch(/^(3:00|2:5\d) left$/);
});

test("passes the recording on when the user is done", async () => {
  const { user } = await openRecorder();
  await user.click(await screen.findByRole("button", { name: "Done" }));
  await waitFor(() => expect(onRecorded).toHaveBeenCalledOnce());
  const [recording] = onRecorded.mock.calls[0] ?? [];
  expect(recording).toMatchObject({ purpose: "chat", isStored: true });
  expect(await recording?.audio.text()).toBe("words");
  expect(microphone.isReleased).toBe(true);
});

test("stores no part of a cancelled recording", async () => {
  const { user } = await openRecorder();
  await screen.findByText("Listening...");
  await waitFor(async () => expect(await storedRecordings()).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(async () => expect(await storedRecordings()).toEqual([]));
  expect(microphone.isReleased).toBe(true);
  expect(onRecorded).not.toHaveBeenCalled();
});

test("shows that no speech was detected and listens on Try Again", async () => {
  microphone.sound = "";
  const { user } = await openRecorder();
  await user.click(await screen.findByRole("button", { name: "Done" }));
  expect((await screen.findByRole("alert")).textContent).toBe("No audio data captured");
  expect(await listUnsent()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByText("Listening...");
});

test("stops in the background and lets the user use the recording", async () => {
  const { user } = await openRecorder();
  await screen.findByText("Listening...");
  const sight = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  fireEvent(document, new Event("visibilitychange"));
  sight.mockRestore();
  await screen.findByText(/The recording stopped because Looby went out of sight/);
  await user.click(screen.getByRole("button", { name: "Use it" }));
  await waitFor(() => expect(onRecorded).toHaveBeenCalledOnce());
});

test("stores an interrupted recording when the user only closes the screen", async () => {
  const { user } = await openRecorder();
  await screen.findByText("Listening...");
  microphone.takeAway();
  await screen.findByText(/The recording stopped because the microphone was taken away/);
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();
  await waitFor(async () => expect(await listUnsent()).toMatchObject([{ purpose: "chat" }]));
});

test("explains a denied microphone with the steps for this browser and asks again", async () => {
  onBrowser(
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  );
  microphone.refusal = "NotAllowedError";
  const { user } = await openRecorder();
  await screen.findByRole("heading", { name: "The microphone is switched off for Looby" });
  const steps = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(steps[0]).toBe("Click the sign left of the address and switch Microphone on.");
  microphone.refusal = null;
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByText("Listening...");
});

test("shows that no microphone was found and offers typing", async () => {
  microphone.refusal = "NotFoundError";
  const { user } = await openRecorder();
  await screen.findByRole("heading", { name: "No microphone found" });
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1) ?? document.body);
  expect(onClose).toHaveBeenCalledOnce();
});

test("explains that another app uses the microphone", async () => {
  microphone.refusal = "NotReadableError";
  await openRecorder();
  expect(await screen.findByRole("heading", { name: "The microphone is busy" })).toBeDefined();
});

test("offers no retry on a page without https", async () => {
  vi.stubGlobal("isSecureContext", false);
  await openRecorder();
  await screen.findByRole("heading", { name: "Voice needs https" });
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
});

async function openRecorder() {
  const content = <RecordingOverlay purpose="chat" onRecorded={onRecorded} onClose={onClose} />;
  return await openScreen(content);
}

async function storedRecordings(): Promise<unknown[]> {
  return await (await openDatabase()).getAll("recordings");
}

function onBrowser(userAgent: string): void {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
}
