import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportReachable, reportUnreachable } from "#web/lib/server/reachability.ts";
import { defaultVoiceSettings, storeVoiceSettings } from "#web/lib/device/voice-settings.ts";
import { transcribeRecording } from "./transcribe-recording.ts";
import { TranscriptionFailed } from "./transcription-failure.ts";

// Which side transcribes: both this device and the server are mocked.
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

test("online, the server transcribes", async () => {
  expect(await hear()).toEqual(there);
  expect(device.recognize).not.toHaveBeenCalled();
});

test("offline, this device transcribes, whether the state is known beforehand or found out by a call", async () => {
  reportUnreachable("silent");
  expect(await hear()).toEqual(here);
  expect(server).not.toHaveBeenCalled();
  reportReachable();
  server.mockRejectedValue(noSignal);
  expect(await hear()).toEqual(here);
});

test("offline and without a model, it waits for a connection", async () => {
  device.isReady = false;
  server.mockRejectedValue(noSignal);
  await expect(hear()).rejects.toBe(noSignal);
});

test("offline, when this device fails, the recording waits for the server", async () => {
  device.recognize.mockRejectedValue(new Error("out of memory"));
  reportUnreachable("silent");
  server.mockRejectedValue(noSignal);
  await expect(hear()).rejects.toBe(noSignal);
});

test("when set to always use this device, nothing is sent, not even after a failure; without a model it is sent", async () => {
  storeVoiceSettings({ ...defaultVoiceSettings, recognizesOnDevice: true });
  expect(await hear()).toEqual(here);
  device.recognize.mockRejectedValue(new Error("Audio format not supported. Please try again."));
  await expect(hear()).rejects.toThrow("Audio format not supported. Please try again.");
  expect(server).not.toHaveBeenCalled();
  device.isReady = false;
  expect(await hear()).toEqual(there);
});

test("a recording refused by the server is not transcribed here", async () => {
  const refused = { kind: "refused", status: 415, message: "no audio", retryAfter: null } as const;
  server.mockRejectedValue(new TranscriptionFailed(refused));
  await expect(hear()).rejects.toThrow("no audio");
  expect(device.recognize).not.toHaveBeenCalled();
});

async function hear() {
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
