import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { soundIn, wavOf } from "#server/testing/wav.ts";
import { onlySpeech } from "./only-speech.ts";
import type { Transcriber } from "./transcriber.ts";

const RATE = 16_000;
const spoken = join(import.meta.dirname, "../../../../e2e/fixtures/speech/generator.wav");
const folder = await mkdtempDisposable(join(tmpdir(), "looby-speech-"));
let sent = 0;
const invents: Transcriber = {
  id: "invents",
  transcribe: async () => String((sent += 1)),
  close: async () => undefined,
};
const transcriber = onlySpeech(invents, createLog("silent"));
afterAll(async () => {
  await transcriber.close();
  await folder[Symbol.asyncDispose]();
});

const samples = (seconds: number, at: (index: number) => number) =>
  wavOf(
    new Uint8Array(
      Int16Array.from({ length: seconds * RATE }, (_, index) => Math.round(32_000 * at(index))).buffer,
    ),
  );
/** Evenly spread from -1 to 1, the same on every run. */
const noise = (index: number) => (Math.sin(index * 12.9898) * 43758.5453) % 1;
const beat = (index: number) => Math.exp(-(index % 8_000) / 60) * Math.sin(index * 0.4);

test.each([
  ["silence", samples(3, () => 0)],
  ["very quiet noise", samples(5, (index) => 0.001 * noise(index))],
  ["loud noise", samples(5, (index) => 0.4 * noise(index))],
  ["a click", samples(3, (index) => (index > 20_000 && index < 20_060 ? 0.9 : 0))],
  ["knocks", samples(4, beat)],
  ["the hum of a generator", samples(5, (index) => 0.4 * Math.sin((index * 2 * Math.PI * 50) / RATE))],
  ["twenty seconds of silence", samples(20, () => 0)],
])("does not send %s", async (_, wav) => {
  expect(await transcribe(wav)).toBe("");
  expect(sent).toBe(0);
});

const sound = soundIn(await readFile(spoken));
/** A quarter second of it. */
const word = (loudness: number, before = 1) => {
  const speech = new Int16Array(Uint8Array.from(sound.subarray(2.4 * RATE, 3 * RATE)).buffer);
  return samples(before + 1, (index) => (loudness * (speech[index - before * RATE] ?? 0)) / 32_000);
};

test.each([
  ["a sentence", wavOf(sound)],
  ["one short word", word(1)],
  ["one short word, softly", word(0.1)],
  ["a word after a long silence", word(1, 25)],
  ["what cannot be decoded here", Buffer.from("RIFF    WAVE in a form of its own")],
])("sends %s", async (_, bytes) => {
  const before = sent;
  expect(await transcribe(bytes)).toBe(String(before + 1));
});

test("sends everything when the listening process is missing", async () => {
  const deaf = onlySpeech(invents, createLog("silent"));
  await deaf.close();
  const before = sent;
  expect(
    await transcribe(
      samples(3, () => 0),
      deaf,
    ),
  ).toBe(String(before + 1));
});

async function transcribe(bytes: Uint8Array, by = transcriber): Promise<string> {
  const path = join(folder.path, "recording");
  await writeFile(path, bytes);
  const recording = { path, container: "wav", person: "ada", network: "camp", seconds: 5 } as const;
  return await by.transcribe(recording, new AbortController().signal);
}
