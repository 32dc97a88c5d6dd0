import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Frames, listenForEnd } from "./listen-for-end.ts";

const root = join(import.meta.dirname, "../../../../..");
const RATE = 16_000;
const code = await readFile(join(root, "node_modules/@jitsi/rnnoise-wasm/dist/rnnoise.wasm"));

// Runs the real RNNoise on the recordings of e2e/fixtures and a kick drum generated below.

test.each([
  ["generator", "alone", null],
  ["water", "alone", null],
  ["generator", "beside a beat 6 dB below", 6],
  ["generator", "over a beat as loud as the voice", 0],
  ["water", "over a beat as loud as the voice", 0],
  ["water", "under a beat 6 dB above", -6],
])("stops within two seconds of the last word, and not before: %s %s", async (name, _where, decibels) => {
  const speech = await readSound(name);
  const sound = new Float32Array(speech.length + 4 * RATE);
  sound.set(speech);
  if (decibels !== null) addKick(sound, levelOf(speech) / 10 ** (decibels / 20));
  const wait = (stopsAt(sound) ?? Infinity) - lastWord(speech);
  expect(wait).toBeGreaterThan(1.2);
  expect(wait).toBeLessThan(2);
});

test("does not stop at a pause to think", async () => {
  const [first, second] = [await readSound("generator"), await readSound("water")];
  const gap = Math.round(0.2 * RATE); // in addition to the half second of silence at both ends of each recording
  const sound = new Float32Array(first.length + gap + second.length + 3 * RATE);
  sound.set(first);
  sound.set(second, first.length + gap);
  addKick(sound, levelOf(first));
  expect(stopsAt(sound)).toBeGreaterThan((first.length + gap) / RATE + lastWord(second));
});

test("waits for the first word, whatever other sound there is", async () => {
  const beat = new Float32Array(20 * RATE);
  addKick(beat, 0.1);
  expect(stopsAt(beat)).toBeNull();
  expect(stopsAt(await readSound("noise"))).toBeNull();
  expect(stopsAt(new Float32Array(10 * RATE))).toBeNull();
});

/** Seconds into the sound at which it stops; null when it does not. */
function stopsAt(sound: Float32Array): number | null {
  const listen = listenForEnd(code, RATE);
  const piece = 128; // the size an audio thread delivers
  for (let at = 0; at < sound.length; at += piece) {
    if (listen(sound.subarray(at, at + piece))) return (at + piece) / RATE;
  }
  return null;
}

/** Adds a bass drum at 128 beats per minute: a falling tone under a click, with an overall loudness of `level`. */
function addKick(sound: Float32Array, level: number): void {
  const beat = Math.round((60 / 128) * RATE);
  const drum = Float32Array.from(sound, (_, index) => {
    const t = (index % beat) / RATE;
    const pitch = 45 * t + (110 / 30) * (1 - Math.exp(-30 * t));
    return (
      Math.sin(2 * Math.PI * pitch) * Math.exp(-9 * t) +
      0.25 * Math.sin(2 * Math.PI * 1800 * t) * Math.exp(-250 * t)
    );
  });
  const gain = level / levelOf(drum);
  for (let index = 0; index < sound.length; index += 1)
    sound[index] = (sound[index] ?? 0) + gain * (drum[index] ?? 0);
}

function levelOf(sound: Float32Array): number {
  return Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length);
}

/** Seconds into the recording at which the last word ends. */
function lastWord(speech: Float32Array): number {
  return speech.findLastIndex((sample) => Math.abs(sample) > 0.02) / RATE;
}

/** Reads a fixture: 16 kHz mono, 16 bit. */
async function readSound(name: string): Promise<Float32Array> {
  const bytes = await readFile(join(root, `e2e/fixtures/speech/${name}.wav`));
  const samples = new Int16Array(Uint8Array.from(bytes.subarray(bytes.indexOf("data") + 8)).buffer);
  return Float32Array.from(samples, (sample) => sample / 32_768);
}

test("converts sound of any rate and chunk length to seamless frames at 48 kHz", () => {
  for (const rate of [16_000, 44_100, 48_000]) {
    const frames: number[] = [];
    const resampler = new Frames(rate);
    const sound = Float32Array.from({ length: rate }, (_, index) =>
      Math.sin((2 * Math.PI * 100 * index) / rate),
    );
    for (let at = 0; at < rate; at += 101)
      resampler.push(sound.subarray(at, at + 101), (frame) => frames.push(...frame));
    expect(frames.length).toBeGreaterThan(47_500);
    const worst = Math.max(
      ...frames.map((sample, index) => Math.abs(sample - Math.sin((2 * Math.PI * 100 * index) / 48_000))),
    );
    expect(worst).toBeLessThan(0.01);
  }
});
