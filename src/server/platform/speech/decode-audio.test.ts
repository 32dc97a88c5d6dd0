import { join } from "node:path";
import { expect, test } from "vitest";
import { decodeAudio } from "./decode-audio.ts";
import type { Recording } from "./transcriber.ts";

const speech = join(import.meta.dirname, "../../../../e2e/fixtures/speech");
/** Samples per second of the wav. */
const RATE = 16_000;
/** In samples. Each codec adds some at the beginning. */
const MOST_DELAY = 2_000;

// A native FFmpeg gives 0.994 for Opus, 0.995 for AAC and 0.997 for MP3. The rest is lost by their encoders.
test.each<[string, Recording["container"], number]>([
  ["webm", "webm", 0.985],
  ["mp4", "mp4", 0.99],
  ["m4a", "mp4", 0.99],
  ["mp3", "mp3", 0.99],
  ["ogg", "ogg", 0.95],
])("decodes a %s to the sound of the wav it was made from", async (ending, container, least) => {
  const original = await soundOf("wav", "wav");
  const decoded = await soundOf(ending, container);
  const likeness = Array.from({ length: MOST_DELAY }, (_, delay) => alikeAt(original, decoded, delay));
  expect(Math.max(...likeness)).toBeGreaterThan(least);
});

interface WholeSound {
  samples: Float32Array;
  /** The number of its samples that last as long as one sample of the wav. */
  step: number;
}

async function soundOf(ending: string, container: Recording["container"]): Promise<WholeSound> {
  const pieces: Float32Array[] = [];
  let step = 1;
  for await (const sound of decodeAudio({ path: join(speech, `generator.${ending}`), container })) {
    pieces.push(sound.samples);
    step = sound.sampleRate / RATE;
  }
  return { samples: Float32Array.from(pieces.flatMap((piece) => [...piece])), step };
}

/** Correlation of both sounds, 1 for equal ones, computed from a subset of the samples. */
function alikeAt(original: WholeSound, decoded: WholeSound, delay: number): number {
  let [both, first, second] = [0, 0, 0];
  for (let at = 0; at < original.samples.length; at += 7) {
    const a = original.samples[at] ?? 0;
    let b = 0;
    for (let part = 0; part < decoded.step; part += 1)
      b += decoded.samples[at * decoded.step + delay + part] ?? 0;
    b /= decoded.step;
    both += a * b;
    first += a * a;
    second += b * b;
  }
  return both / Math.sqrt(first * second);
}
