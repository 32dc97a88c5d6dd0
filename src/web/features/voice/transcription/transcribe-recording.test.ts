import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportReachable, reportUnreachable } from "#web/lib/server/reachability.ts";
import { defaultVoiceSettings, storeVoiceSettings } from "#web/lib/device/voice-settings.ts";
import { transcribeRecording } from "./transcribe-recording.ts";
import { TranscriptionFailed } from "./transcription-failure.ts";

// Tests which side transcribes; both this device and the server are mocked.
const { device, server } = vi.hoisted(() => ({
  device: { isReady: true, recognize: vi.fn<() => Promise<{ text: string; model: string }>>() },
  server: vi.fn<() => Promise<{ text: string; model: string }>>(),
}));
vi.mock(import("../on-device/recognize.ts"), () => ({
  isOnDeviceReady: async () => device.isReady,
  recognizeOnDevice: device.recognize,
}));
vi.mock(import("./server-transcription.ts"), () => ({ transcribeOnServer: server }));

const here = { text: "heard here", model: "moonshine-tiny-en (on this device)" };
const there = { text: "heard there", model: "moonshine-base-en" };
const noSignal = new TranscriptionFailed({ kind: "no-signal", status: 0, message: "", retryAfter: null });

beforeEach(() => {
  device.isReady = true;
  device.recognize.mockReset().mockResolvedValue(here);
  server.mockReset().mockResolvedValue(there);
  reportReachable();
  storeVoiceSettings(defaultVoiceSettings);
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => vi.unstubAllGlobals());

test("transcribes on the server when online", async () => {
  expect(await transcribe()).toEqual(there);
  expect(device.recognize).not.toHaveBeenCalled();
});

test("transcribes on the device when known or found to be offline", async () => {
  reportUnreachable("silent");
  expect(await transcribe()).toEqual(here);
  expect(server).not.toHaveBeenCalled();
  reportReachable();
  server.mockRejectedValue(noSignal);
  expect(await transcribe()).toEqual(here);
});

test("waits for a connection when offline without a model", async () => {
  device.isReady = false;
  server.mockRejectedValue(noSignal);
  await expect(transcribe()).rejects.toBe(noSignal);
});

test("leaves the recording for the server when this device fails offline", async () => {
  device.recognize.mockRejectedValue(new Error("out of memory"));
  reportUnreachable("silent");
  server.mockRejectedValue(noSignal);
  await expect(transcribe()).rejects.toBe(noSignal);
});

test("sends nothing when set to always use this device, unless it has no model", async () => {
  storeVoiceSettings({ ...defaultVoiceSettings, recognizesOnDevice: true });
  expect(await transcribe()).toEqual(here);
  device.recognize.mockRejectedValue(new Error("Audio format not supported. Please try again."));
  await expect(transcribe()).rejects.toThrow("Audio format not supported. Please try again.");
  expect(server).not.toHaveBeenCalled();
  device.isReady = false;
  expect(await transcribe()).toEqual(there);
});

test("does not transcribe a recording refused by the server on the device", async () => {
  const refused = { kind: "refused", status: 415, message: "no audio", retryAfter: null } as const;
  server.mockRejectedValue(new TranscriptionFailed(refused));
  await expect(transcribe()).rejects.toThrow("no audio");
  expect(device.recognize).not.toHaveBeenCalled();
});

async function transcribe() {
  const recording = {
    id: "1",
    purpose: "chat",
    memoryType: null,
    audio: new Blob(["x"]),
    durationMs: 1,
    isStored: true,
  } as const;
  return await transcribeRecording(recording, { signal: new AbortController().signal });
}
