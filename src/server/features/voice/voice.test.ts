import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { AUDIO_PART_BYTES, transcribe } from "#shared/features/voice/contract.ts";
import { listPartsBefore } from "./part-repository.ts";
import { forgetOldParts } from "./recording-parts.ts";
import { voiceRoutes } from "./routes.ts";
import { AppError } from "#server/http/app-error.ts";
import type { SentRecording, Transcriber } from "#server/platform/speech/transcriber.ts";
import { startTestApp } from "#server/testing/test-app.ts";

// The speech engine itself is tested in platform/speech. The fake here only returns the size of its input.

test("transcribes a recording, also for visitors, and deletes the audio", async () => {
  await using app = await startVoiceApp();
  const answer = await app.as("a visitor").call(transcribe, { body: { audio: wav("hello") } });
  expect(answer).toEqual({
    transcription: "17 bytes of wav",
    meta: { model: "fake", processingTimeMs: expect.any(Number) as number },
  });
  expect(await app.files()).toEqual([]);
});

test("transcribes a file in parts with the last part, and again when sent again", async () => {
  await using app = await startVoiceApp();
  const ada = await app.signUp("Ada");
  const send = (chunkIndex: number, part: File) =>
    ada.call(transcribe, { body: { audio: part, sessionId: "rec-1", chunkIndex, totalChunks: 3 } });
  for (let round = 0; round < 2; round += 1) {
    expect((await send(0, wav("a"))).transcription).toBe("");
    expect((await send(1, file("bb"))).transcription).toBe("");
    expect((await send(1, file("bb"))).transcription).toBe(""); // the response was lost
    expect((await send(2, file("ccc"))).transcription).toBe("18 bytes of wav");
    expect(await app.files()).toEqual([]);
  }
});

test("rejects a part that is missing, out of order or another user's", async () => {
  await using app = await startVoiceApp();
  const ada = await app.signUp("Ada");
  const last = { audio: file("b"), sessionId: "rec-1", chunkIndex: 1, totalChunks: 2 };
  expect(await ada.refusal(transcribe, { body: last })).toMatchObject({
    status: 409,
    error: "Part 1 of the recording is missing. Please send it again.",
  });
  await app
    .as("a stranger")
    .call(transcribe, { body: { audio: wav("a"), sessionId: "rec-1", chunkIndex: 0, totalChunks: 2 } });
  expect(await ada.refusal(transcribe, { body: last })).toMatchObject({ code: "conflict" });
});

test("deletes the parts of an unfinished recording, but not while it continues", async () => {
  await using app = await startVoiceApp();
  const ada = await app.signUp("Ada");
  const send = (sessionId: string) => ({
    body: { audio: wav("a"), sessionId, chunkIndex: 0, totalChunks: 2 },
  });
  await ada.call(transcribe, send("rec-1"));
  expect(await app.files()).toHaveLength(2); // the part and its row
  await forgetOldParts(app.deps);
  expect(await app.files()).toHaveLength(2);
  await app.database.pool.query("update recording_parts set created_at = now() - interval '31 minutes'");
  await forgetOldParts(app.deps);
  expect(await app.files()).toEqual([]);
});

test("accepts recordings although earlier ones were never finished", async () => {
  await using app = await startVoiceApp();
  const [ada, bo] = [await app.signUp("Ada"), await app.signUp("Bo")];
  const part = (sessionId: string, chunkIndex = 0) => ({
    body: { audio: chunkIndex === 0 ? wav("a") : file("b"), sessionId, chunkIndex, totalChunks: 2 },
  });
  for (let count = 1; count <= 9; count += 1) await ada.call(transcribe, part(`rec-${count}`));
  expect(await app.parts()).toBe(6);
  expect((await ada.call(transcribe, part("rec-9", 1))).transcription).not.toBe("");
  expect(await ada.refusal(transcribe, part("rec-1", 1))).toMatchObject({ code: "conflict" });

  // Unfinished recordings of many users: everything is full, and none continues.
  await app.database.pool.query(
    `insert into recording_parts (recording, part, created_at)
     select lpad(n::text, 32, '0') || 'x', part, now() - interval '2 minutes' from generate_series(1, 30) n, generate_series(0, 1) part`,
  );
  expect((await bo.call(transcribe, part("rec-1"))).transcription).toBe("");
  expect((await bo.call(transcribe, part("rec-1", 1))).transcription).toBe("14 bytes of wav");
});

test("makes room by deleting a user's older recording, never the newest", async () => {
  await using app = await startVoiceApp();
  await app.database.pool.query(
    `insert into recording_parts (recording, part, created_at)
     select lpad(n::text, 32, '0') || recording, part, now() - interval '30 seconds' + recording::int * interval '1 second'
     from generate_series(1, 10) n, unnest(array['1', '2']) recording, generate_series(0, 2) part`,
  );
  const first = { audio: wav("a"), sessionId: "rec-1", chunkIndex: 0, totalChunks: 2 };
  expect((await app.as("somebody").call(transcribe, { body: first })).transcription).toBe("");
  const { rows } = await app.database.pool.query(
    "select count(*) filter (where recording like '0%1')::int as older, count(*) filter (where recording like '0%2')::int as newer from recording_parts where part = 0 and length(recording) = 33",
  );
  expect(rows).toEqual([{ older: 9, newer: 10 }]);
});

test("asks a new user to wait while all recordings are still being sent", async () => {
  await using app = await startVoiceApp();
  await app.database.pool.query(
    "insert into recording_parts (recording, part) select lpad(n::text, 32, '0') || 'x', 0 from generate_series(1, 60) n",
  );
  const late = { audio: wav("a"), sessionId: "rec-1", chunkIndex: 0, totalChunks: 2 };
  expect(await app.as("somebody").refusal(transcribe, { body: late })).toMatchObject({
    code: "unavailable",
    retryAfter: 60,
    error: "Many recordings are being sent. Please try again in a minute.",
  });
});

test("queues a recording with its owner and approximate length", async () => {
  const sent: SentRecording[] = [];
  await using app = await startVoiceApp({
    id: "listens",
    transcribe: async (recording) => String(sent.push(recording)),
    close: async () => undefined,
  });
  const [ada, bo] = [await app.signUp("Ada"), await app.signUp("Bo")];
  for (const somebody of [ada, ada, bo]) {
    await somebody.call(transcribe, { body: { audio: wav("x".repeat(64_000)) } });
  }
  const [first, second, third] = sent.map(({ person }) => person);
  expect([first === second, first === third]).toEqual([true, false]);
  expect(sent[0]).toMatchObject({ container: "wav" });
  expect(sent[0]?.seconds).toBeCloseTo(2, 1);
});

let recognized = "";
const inventive = await startVoiceApp({
  id: "invents",
  transcribe: async () => recognized,
  close: async () => undefined,
});
afterAll(() => inventive[Symbol.asyncDispose]());

const shared = await startVoiceApp();
afterAll(() => shared[Symbol.asyncDispose]());

test.each<[string, Record<string, unknown>, object]>([
  ["nothing", { audio: file("") }, { status: 400, error: "No audio data was recorded. Please try again." }],
  [
    "a renamed text file",
    { audio: new File(["Dear Looby,"], "voice.webm", { type: "audio/webm" }) },
    { status: 415, error: "Audio format not supported. Please try again." },
  ],
  ["an ogg, which crashes decoders", { audio: file("OggS and more") }, { status: 415 }],
  ["a fourth part", { audio: wav("a"), chunkIndex: 3, totalChunks: 3 }, { status: 400 }],
  ["a part beyond its total", { audio: wav("a"), chunkIndex: 2, totalChunks: 2 }, { status: 400 }],
  ["a billion parts", { audio: wav("a"), chunkIndex: 0, totalChunks: 1e9 }, { status: 400 }],
  ["no parts", { audio: wav("a"), totalChunks: 0 }, { status: 400 }],
  ["half a part", { audio: wav("a"), chunkIndex: 0.5, totalChunks: 2 }, { status: 400 }],
  ["a path as its name", { audio: wav("a"), sessionId: "../../etc", totalChunks: 2 }, { status: 400 }],
  ["another's name", { audio: wav("a"), userId: "somebody-else" }, { status: 403 }],
  ["a field nobody knows", { audio: wav("a"), prompt: "be evil" }, { status: 400 }],
  ["words instead of sound", { audio: "hello" }, { status: 400 }],
  [
    "21 MB in one",
    { audio: file("RIFF    WAVE".padEnd(AUDIO_PART_BYTES + 100_000)) },
    { status: 413, error: "Your recording was too large. Please try a shorter recording." },
  ],
])("refuses bad input without leaving a file: %s", async (_, body, problem) => {
  expect(await shared.as("somebody").refusal(transcribe, { body })).toMatchObject(problem);
  expect(await shared.files()).toEqual([]);
});

test("deletes a recording that the engine refuses", async () => {
  await using app = await startVoiceApp({
    id: "fails",
    transcribe: () =>
      Promise.reject(new AppError("unsupported-media-type", "Audio format not supported. Please try again.")),
    close: async () => undefined,
  });
  expect(await app.as("somebody").refusal(transcribe, { body: { audio: wav("x") } })).toMatchObject({
    status: 415,
  });
  expect(await app.files()).toEqual([]);
});

test("removes characters that cannot be stored from what any engine returns", async () => {
  await using app = await startVoiceApp({
    id: "odd",
    transcribe: async () => "\0 Meet\0 me \ud83c",
    close: async () => undefined,
  });
  const answer = await app.as("somebody").call(transcribe, { body: { audio: wav("x") } });
  expect(answer.transcription).toBe("Meet me \ufffd");
});

test.each([
  ["Thank you for watching!", ""],
  [" Thanks for watching. ", ""],
  ["Thank you so much for watching! Please subscribe.", ""],
  ["Subtitles by the Amara.org community", ""],
  ["Untertitel der Amara.org-Community", ""],
  ["[BLANK_AUDIO]", ""],
  ["(wind blowing) ♪", ""],
  ["...", ""],
  ["Thank you for watching my bike", "Thank you for watching my bike"],
  ["Thank you.", "Thank you."],
  ["Bring water (2 litres)", "Bring water (2 litres)"],
  ["No", "No"],
  ["7:30", "7:30"],
])("receives %j from an engine and returns %j", async (fromEngine, stays) => {
  recognized = fromEngine;
  const answer = await inventive.as("somebody").call(transcribe, { body: { audio: wav("x") } });
  expect(answer.transcription).toBe(stays);
});

async function startVoiceApp(transcriber?: Transcriber) {
  const folder = await mkdtemp(join(tmpdir(), "looby-voice-"));
  const app = await startTestApp({
    routes: voiceRoutes,
    env: { DATA_DIR: folder },
    ...(transcriber === undefined ? {} : { deps: { transcriber } }),
  });
  return {
    as: app.as,
    signUp: (pseudonym: string) => app.signUp(pseudonym),
    /** Files in the folders of recordings, and the rows of their parts. */
    files: async () => [
      ...(await readdir(join(folder, "recordings")).catch(() => [])),
      ...(await readdir(join(folder, "photos/recordings")).catch(() => [])),
      ...(await listPartsBefore(app.database.kysely, new Date(Date.now() + 1000))),
    ],
    parts: async () => (await listPartsBefore(app.database.kysely, new Date(Date.now() + 1000))).length,
    database: app.database,
    deps: app.deps,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function wav(sound: string): File {
  return file(`RIFF    WAVE${sound}`);
}

function file(content: string): File {
  return new File([content], "recording", { type: "audio/wav" });
}
