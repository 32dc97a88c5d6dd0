import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportReachable, reportUnreachable } from "#web/lib/server/reachability.ts";
import { defaultVoiceSettings, storeVoiceSettings } from "#web/lib/device/voice-settings.ts";
import { transcribeRecording } from "./transcribe-recording.ts";
import { TranscriptionFailed } from "./transcription-failure.ts";

// Who turns a recording into words: this device and the server stand in for themselves.
const { device, server } = vi.hoisted(() => ({
  device: { isReady: true, recognise: vi.fn<() => Promise<{ text: string; model: string }>>() },
  server: vi.fn<() => Promise<{ text: string; model: string }>>(),
}));
vi.mock(import("../on-device/recognise.ts"), () => ({
  isOnDeviceReady: async () => device.isReady,
  recogniseOnDevice: device.recognise,
}));
vi.mock(import("./server-transcription.ts"), () => ({ transcribeOnServer: server }));

const here = { text: "heard here", model: "moonshine-tiny-en (on this device)" };
const there = { text: "heard there", model: "moonshine-base-en" };
const noSignal = new TranscriptionFailed({ kind: "no-signal", status: 0, message: "", retryAfter: null });

beforeEach(() => {
  device.isReady = true;
  device.recognise.mockReset().mockResolvedValue(here);
  server.mockReset().mockResolvedValue(there);
  reportReachable();
  storeVoiceSettings(defaultVoiceSettings);
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => vi.unstubAllGlobals());

test("with signal the server hears it", async () => {
  expect(await hear()).toEqual(there);
  expect(device.recognise).not.toHaveBeenCalled();
});

test("without signal this device does, whether it is known beforehand or found out", async () => {
  reportUnreachable("silent");
  expect(await hear()).toEqual(here);
  expect(server).not.toHaveBeenCalled();
  reportReachable();
  server.mockRejectedValue(noSignal);
  expect(await hear()).toEqual(here);
});

test("without signal and without a model it waits for the signal", async () => {
  device.isReady = false;
  server.mockRejectedValue(noSignal);
  await expect(hear()).rejects.toBe(noSignal);
});

test("a device that fails without signal leaves the recording to wait for the server", async () => {
  device.recognise.mockRejectedValue(new Error("out of memory"));
  reportUnreachable("silent");
  server.mockRejectedValue(noSignal);
  await expect(hear()).rejects.toBe(noSignal);
});

test("always on this device: nothing is sent, not even when it fails; without a model it still is", async () => {
  storeVoiceSettings({ ...defaultVoiceSettings, recognisesOnDevice: true });
  expect(await hear()).toEqual(here);
  device.recognise.mockRejectedValue(new Error("Audio format not supported. Please try again."));
  await expect(hear()).rejects.toThrow("Audio format not supported. Please try again.");
  expect(server).not.toHaveBeenCalled();
  device.isReady = false;
  expect(await hear()).toEqual(there);
});

test("what the server refuses is not tried elsewhere", async () => {
  const refused = { kind: "refused", status: 415, message: "no audio", retryAfter: null } as const;
  server.mockRejectedValue(new TranscriptionFailed(refused));
  await expect(hear()).rejects.toThrow("no audio");
  expect(device.recognise).not.toHaveBeenCalled();
});

async function hear() {
  const recording = {
    id: "1",
    purpose: "chat",
    memoryType: null,
    audio: new Blob(["x"]),
    durationMs: 1,
    isKept: true,
  } as const;
  return await transcribeRecording(recording, { signal: new AbortController().signal });
}
