import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AUDIO_PART_BYTES } from "#shared/features/voice/contract.ts";
import type { Recording } from "../recording/recording.ts";
import { transcribeRecording } from "./transcribe-recording.ts";
import { TranscriptionFailed } from "./transcription-failure.ts";

// The page's own sending code with a fake network that returns scripted responses.

type Answer = { status: number; body: unknown } | "no-signal" | "never";

let answers: Answer[] = [];
let sent: FormData[] = [];

beforeEach(() => {
  answers = [];
  sent = [];
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("fetch", async (_: string, { body, signal }: RequestInit) => {
    // After a failed upload the page asks whether the server is well, on a line without a signal.
    if (!(body instanceof FormData)) throw new TypeError("Failed to fetch");
    sent.push(body);
    const answer = answers.shift() ?? "no-signal";
    if (answer === "no-signal") throw new TypeError("Failed to fetch");
    if (answer !== "never")
      return Response.json(answer.body, { status: answer.status, headers: { "looby-version": "1.0.0" } });
    return await new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("sends a recording with its own type and all fields", async () => {
  answers = [answerWith("  a kite ")];
  expect(await transcribed({ type: "audio/mp4", bytes: 9 })).toEqual({ text: "a kite", model: "moonshine" });
  const audio = sent[0]?.get("audio") as File;
  expect([audio.type, audio.name, audio.size]).toEqual(["audio/mp4", "recording.mp4", 9]);
  expect(fields(0)).toEqual({
    sessionId: "rec-1",
    chunkIndex: "0",
    totalChunks: "1",
    deviceInfo: "desktop",
    mimeType: "audio/mp4",
    fileSize: "9",
  });
});

test("accepts a response without the model's name, but not without the text", async () => {
  answers = [{ status: 200, body: { transcription: "a kite" } }];
  expect(await transcribed()).toEqual({ text: "a kite", model: "" });
  answers = [{ status: 200, body: {} }];
  await expect(transcribed()).rejects.toThrow("No transcription returned from API");
  expect(sent).toHaveLength(2);
});

test("sends the description of a resource with its purpose", async () => {
  answers = [answerWith("a kite")];
  await transcribed({ purpose: "resource" });
  expect(fields(0)).toMatchObject({ isResource: "true" });
});

test("retries a temporary failure twice with the same session id", async () => {
  answers = ["no-signal", refused(503), answerWith("a kite")];
  expect((await transcribed()).text).toBe("a kite");
  expect(sent.map((form) => form.get("sessionId"))).toEqual(["rec-1", "rec-1", "rec-1"]);
});

test("fails after two retries", async () => {
  answers = [refused(500), refused(404), refused(408), answerWith("too late")];
  await expect(transcribed()).rejects.toMatchObject({ failure: { kind: "refused", status: 408 } });
  expect(sent).toHaveLength(3);
});

test("does not retry a permanent failure", async () => {
  answers = [refused(415, "Audio format not supported. Please try again."), answerWith("no")];
  await expect(transcribed()).rejects.toMatchObject({
    failure: { status: 415, message: "Audio format not supported. Please try again." },
  });
});

test("fails after 45 seconds without a response", async () => {
  answers = ["never"];
  const before = Date.now();
  const outcome = transcribeRecording(recordingOf({}), { signal: new AbortController().signal });
  const ended = outcome.catch((error: unknown) => ({ error, after: Date.now() - before }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await ended).toMatchObject({ error: { failure: { kind: "timeout" } }, after: 45_000 });
  expect(sent).toHaveLength(1);
});

test("reports a response that violates the contract as garbled", async () => {
  answers = [{ status: 200, body: { transcription: 7 } }];
  await expect(transcribed()).rejects.toMatchObject({ failure: { kind: "garbled" } });
});

test("sends over 20 MB in consecutive parts and joins their texts", async () => {
  answers = [answerWith(""), refused(502), answerWith(" one "), answerWith("two")];
  expect((await transcribed({ bytes: 2 * AUDIO_PART_BYTES + 1 })).text).toBe("one two");
  expect(
    sent.map((form) => [form.get("chunkIndex"), form.get("totalChunks"), (form.get("audio") as File).size]),
  ).toEqual([
    ["0", "3", AUDIO_PART_BYTES],
    ["1", "3", AUDIO_PART_BYTES],
    ["1", "3", AUDIO_PART_BYTES],
    ["2", "3", 1],
  ]);
});

test("sends exactly 20 MB as one part", async () => {
  answers = [answerWith("a kite")];
  await transcribed({ bytes: AUDIO_PART_BYTES });
  expect(fields(0)).toMatchObject({ totalChunks: "1" });
});

test("stops waiting on an abort", async () => {
  answers = [refused(503)];
  const leaving = new AbortController();
  const outcome = transcribeRecording(recordingOf({}), { signal: leaving.signal }).catch(
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(500);
  leaving.abort();
  expect(await outcome).not.toBeInstanceOf(TranscriptionFailed);
  expect(sent).toHaveLength(1);
});

interface Given {
  type?: string;
  bytes?: number;
  purpose?: Recording["purpose"];
}

async function transcribed(options: Given = {}) {
  const outcome = transcribeRecording(recordingOf(options), { signal: new AbortController().signal });
  outcome.catch(() => undefined); // awaited below
  await vi.advanceTimersByTimeAsync(60_000);
  return await outcome;
}

function recordingOf({ type = "audio/webm", bytes = 4, purpose = "chat" }: Given): Recording {
  const audio = new Blob([new Uint8Array(bytes)], { type });
  return { id: "rec-1", purpose, memoryType: null, audio, durationMs: 1000, isStored: true };
}

function fields(index: number) {
  return Object.fromEntries([...(sent[index] ?? [])].filter(([name]) => name !== "audio"));
}

function answerWith(transcription: string): Answer {
  return { status: 200, body: { transcription, meta: { model: "moonshine", processingTimeMs: 1 } } };
}

function refused(status: number, error = "no"): Answer {
  return { status, body: { error, code: "unavailable" } };
}
