import { expect, test } from "vitest";
import { transcriptionTimeoutMs } from "#shared/features/voice/recording.ts";
import { fileNameOf, recordingType } from "./audio-format.ts";
import { levelOf } from "./record.ts";

test("prefers mp4 on iOS and WebM elsewhere, else the browser's default", () => {
  expect(recordingType(() => true, true)).toBe("audio/mp4;codecs=mp4a.40.2");
  expect(recordingType((type) => type === "audio/mp4", true)).toBe("audio/mp4");
  expect(recordingType(() => true, false)).toBe("audio/webm;codecs=opus");
  expect(recordingType((type) => type.startsWith("audio/webm"), true)).toBe("audio/webm;codecs=opus");
  expect(recordingType(() => false, false)).toBeNull();
  // A browser without WebM uses its default, rather than a format meant for another browser.
  expect(recordingType((type) => type.startsWith("audio/mp4"), false)).toBeNull();
});

test.each([
  ["audio/webm;codecs=opus", "recording.webm"],
  ["audio/mp4", "recording.mp4"],
  ["audio/x-m4a", "recording.m4a"],
  ["audio/mpeg", "recording.mp3"],
  ["audio/wav", "recording.wav"],
  ["", "recording.webm"],
])('names a file of type "%s" %s', (type, name) => {
  expect(fileNameOf(type)).toBe(name);
});

test("allows 45 seconds, plus 15 for each megabyte of a memory", () => {
  expect(transcriptionTimeoutMs("chat", 3_000_000)).toBe(45_000);
  expect(transcriptionTimeoutMs("resource", 3_000_000)).toBe(45_000);
  expect(transcriptionTimeoutMs("memory", 0)).toBe(45_000);
  expect(transcriptionTimeoutMs("memory", 2 * 1_048_576)).toBe(75_000);
});

test("returns 0 for silence, 1 for loud sound and rising levels in between", () => {
  expect(levelOf(new Float32Array(1024))).toBe(0);
  expect(levelOf([])).toBe(0);
  expect(levelOf(new Float32Array(1024).fill(0.9))).toBe(1);
  const quiet = levelOf(new Float32Array(1024).fill(0.01));
  expect(quiet).toBeGreaterThan(0);
  expect(levelOf(new Float32Array(1024).fill(0.05))).toBeGreaterThan(quiet);
});
