import fc from "fast-check";
import { expect, test } from "vitest";
import {
  friendlyText,
  memoryFailureText,
  retryDelayMs,
  type TranscriptionFailure,
} from "./transcription-failure.ts";

const refused = (status: number, message = "", retryAfter: number | null = null): TranscriptionFailure => ({
  kind: "refused",
  status,
  message,
  retryAfter,
});
const noSignal: TranscriptionFailure = { kind: "no-signal", status: 0, message: "", retryAfter: null };
const timeout: TranscriptionFailure = { ...noSignal, kind: "timeout" };
const garbled: TranscriptionFailure = { ...noSignal, kind: "garbled", status: 200 };
const first = { isApple: false, rounds: 1 };

test.each([404, 408, 500, 502, 503, 504])("%i: retries after 1 s and after 2 s", (status) => {
  expect([1, 2, 3].map((tries) => retryDelayMs(refused(status), tries))).toEqual([1000, 2000, null]);
});

test("retries a lost connection, but no timeout, garbled answer or other refusal", () => {
  expect([1, 2, 3].map((tries) => retryDelayMs(noSignal, tries))).toEqual([1000, 2000, null]);
  for (const failure of [timeout, garbled, refused(400), refused(403), refused(413), refused(415)])
    expect(retryDelayMs(failure, 1)).toBeNull();
});

test("waits after a 429 as long as the server requests, up to a limit", () => {
  expect(retryDelayMs(refused(429, "", 7), 1)).toBe(7000);
  expect(retryDelayMs(refused(429, "", 0), 2)).toBe(2000);
  expect(retryDelayMs(refused(429, "", 7), 3)).toBeNull();
  expect(retryDelayMs(refused(429, "", 600), 1)).toBeNull();
  expect(retryDelayMs(refused(429), 1)).toBeNull();
});

test.each<[TranscriptionFailure, RegExp]>([
  [refused(429), /unavailable.*type/],
  [refused(500, "You exceeded your quota"), /unavailable.*type/],
  [refused(400, "No audio data was recorded. Please try again."), /No audio was received/],
  [refused(415), /format/],
  [refused(400, "unknown codec"), /format/],
  [refused(413), /under 3 minutes/],
  [refused(401), /not permitted/],
  [refused(403), /not permitted/],
  [refused(400, "Invalid API key"), /not permitted/],
  [garbled, /could not be processed/],
  [refused(400, "failed to parse"), /could not be processed/],
  [refused(500), /problem right now/],
  [refused(502), /problem right now/],
  [refused(503), /problem right now/],
  [
    timeout,
    /^The transcription is taking longer than expected\. Please try a shorter recording or try again later\.$/,
  ],
  [noSignal, /recording waits/],
])("describes %o in the chat as %s", (failure, text) => {
  expect(friendlyText(failure, first)).toMatch(text);
});

test("shows the message of a server without speech recognition", () => {
  const sentence = "This server cannot turn speech into text right now. Please type instead.";
  expect(friendlyText(refused(503, sentence), { isApple: false, rounds: 3 })).toBe(sentence);
  expect(memoryFailureText(refused(503, sentence))).toBe(sentence);
});

test("shows a special message for an unknown failure on Apple devices", () => {
  expect(friendlyText(refused(418), { isApple: true, rounds: 1 })).toMatch(/iPhone/);
  expect(friendlyText(refused(418), first)).toBe("That did not work. Please try again.");
});

const anyFailure = fc.record<TranscriptionFailure>({
  kind: fc.constantFrom("timeout", "no-signal", "refused", "garbled"),
  status: fc.integer({ min: 0, max: 599 }),
  message: fc.oneof(fc.string(), fc.constantFrom("quota", "codec", "API key", "no audio")),
  retryAfter: fc.option(fc.nat(5000)),
});

test("gives every failure a message and at most two retries", () => {
  fc.assert(
    fc.property(anyFailure, fc.boolean(), fc.integer({ min: 2, max: 9 }), (failure, isApple, rounds) => {
      expect(friendlyText(failure, { isApple, rounds })).toMatch(/type/);
      expect(memoryFailureText(failure)).toMatch(/\S/);
      expect(retryDelayMs(failure, 3)).toBeNull();
      const delay = retryDelayMs(failure, 1);
      expect(delay === null || (delay >= 1000 && delay <= 20_000)).toBe(true);
    }),
  );
});

test.each<[TranscriptionFailure, string]>([
  [refused(413), "Transcription failed. Your recording was too large. Please try a shorter recording."],
  [refused(415), "Transcription failed. Audio format not supported. Please try again."],
  [refused(502), "Transcription failed. Server error. Please try again later."],
  [refused(409, "Part 1 is missing."), "Transcription failed. Part 1 is missing."],
  [refused(400), "Transcription failed. Unknown error."],
  [garbled, "Invalid response from transcription service. Please try again."],
  [
    { kind: "no-text", status: 200, message: "No transcription returned from API", retryAfter: null },
    "No transcription returned from API",
  ],
  [timeout, "Transcription is taking longer than expected. Please try again with a shorter recording."],
])("describes %o in the recorder of memories as: %s", (failure, text) => {
  expect(memoryFailureText(failure)).toBe(text);
});
