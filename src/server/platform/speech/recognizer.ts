import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tokenizer from "llama-tokenizer-js";
import sherpa, { type LinearResampler, type Vad } from "sherpa-onnx-node";
import type { Sound } from "./decode-audio.ts";
import { speechWeights } from "./speech-weights.ts";

const SAMPLE_RATE = 16_000;
/** Samples Silero processes at a time. */
const WINDOW = 512;
/** Silence added around a piece of speech, because words at its very beginning or end are misheard. */
const MARGIN = new Float32Array(SAMPLE_RATE / 5);
const PROGRESS_SAMPLES = 10 * SAMPLE_RATE;
const VOCABULARY = 32_768;

const voiceActivity = {
  sileroVad: {
    model: speechWeights.voiceActivity.path,
    threshold: 0.5,
    minSilenceDuration: 0.5,
    minSpeechDuration: 0.25,
    // Beyond about 20 s the model begins to repeat itself.
    maxSpeechDuration: 15,
    windowSize: WINDOW,
  },
  sampleRate: SAMPLE_RATE,
  numThreads: 1,
  debug: false,
};

export interface Recognizer {
  /**
   * Transcribes a recording; empty for silence and noise.
   * @param onProgress called after every processed stretch of speech or silence
   */
  transcribe(sounds: AsyncIterable<Sound>, onProgress: () => void): Promise<string>;
}

/** Loads the model, which takes about a second and 300 MB. */
export async function openRecognizer(): Promise<Recognizer> {
  const folder = await mkdtemp(join(tmpdir(), "looby-speech-"));
  const tokens = join(folder, "tokens.txt");
  await writeFile(tokens, tokenTable());
  const recognizer = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: {
      moonshine: { encoder: speechWeights.encoder.path, mergedDecoder: speechWeights.decoder.path },
      tokens,
      numThreads: 1,
      debug: false,
      provider: "cpu",
    },
  });
  await rm(folder, { recursive: true });

  async function recognize(speech: Float32Array): Promise<string> {
    const samples = new Float32Array(speech.length + 2 * MARGIN.length);
    samples.set(speech, MARGIN.length);
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
    return (await recognizer.decodeAsync(stream)).text.trim();
  }

  return {
    async transcribe(sounds, onProgress) {
      const texts: string[] = [];
      for await (const speech of findSpeech(sounds, onProgress)) {
        texts.push(await recognize(speech));
        onProgress();
      }
      return texts.filter((text) => text !== "").join(" ");
    },
  };
}

/** Splits sound into stretches of speech. */
async function* findSpeech(
  sounds: AsyncIterable<Sound>,
  onProgress: () => void,
): AsyncGenerator<Float32Array> {
  const detector = new sherpa.Vad(voiceActivity, 60);
  let rest = new Float32Array(0);
  let searched = 0;
  for await (const samples of resample(sounds)) {
    const all = new Float32Array(rest.length + samples.length);
    all.set(rest);
    all.set(samples, rest.length);
    let at = 0;
    for (; at + WINDOW <= all.length; at += WINDOW) detector.acceptWaveform(all.subarray(at, at + WINDOW));
    rest = all.slice(at);
    searched += samples.length;
    if (searched >= PROGRESS_SAMPLES) {
      searched = 0;
      onProgress();
    }
    yield* take(detector);
  }
  const last = new Float32Array(WINDOW);
  last.set(rest);
  detector.acceptWaveform(last);
  detector.flush();
  yield* take(detector);
}

function* take(detector: Vad): Generator<Float32Array> {
  while (!detector.isEmpty()) {
    // A copy, because pop frees the detector's own buffer.
    yield Float32Array.from(detector.front().samples);
    detector.pop();
  }
}

async function* resample(sounds: AsyncIterable<Sound>): AsyncGenerator<Float32Array> {
  const resamplers = new Map<number, LinearResampler>();
  for await (const { samples, sampleRate } of sounds) {
    const resampler = resamplers.get(sampleRate) ?? new sherpa.LinearResampler(sampleRate, SAMPLE_RATE);
    resamplers.set(sampleRate, resampler);
    yield sampleRate === SAMPLE_RATE ? samples : resampler.resample(samples);
  }
  for (const resampler of resamplers.values()) yield resampler.flush(new Float32Array(0));
}

/**
 * The vocabulary in sherpa-onnx's format: one line per token with its base64 text and its number. Llama's vocabulary plus 768
 * unused tokens.
 */
function tokenTable(): string {
  const lines = Array.from({ length: VOCABULARY }, (_, id) => {
    const token = tokenizer.vocabById[id] ?? `<<ST_${id - tokenizer.vocabById.length}>>`;
    return `${Buffer.from(token).toString("base64")} ${id}\n`;
  });
  return lines.join("");
}
