import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tokenizer from "llama-tokenizer-js";
import sherpa, { type LinearResampler, type Vad } from "sherpa-onnx-node";
import type { Sound } from "./decode-audio.ts";
import { PIECE_S } from "./fair-line.ts";
import { speechWeights } from "./speech-weights.ts";

const SAMPLE_RATE = 16_000;
/** Samples Silero processes at a time. */
const WINDOW = 512;
/** Silence added around a piece of speech, because words at its very beginning or end are misheard. */
const MARGIN = new Float32Array(SAMPLE_RATE / 5);
const PIECE = PIECE_S * SAMPLE_RATE;
/** Samples over which loudness is compared to find a quiet place: 20 ms. */
const MOMENT = SAMPLE_RATE / 50;
const VOCABULARY = 32_768;

const voiceActivity = {
  sileroVad: {
    model: speechWeights.voiceActivity.path,
    threshold: 0.5,
    minSilenceDuration: 0.5,
    // A short word such as "no" takes 0.2 s, a click or a knock less.
    minSpeechDuration: 0.1,
    // From here on, a short pause ends a stretch.
    maxSpeechDuration: 7,
    windowSize: WINDOW,
  },
  sampleRate: SAMPLE_RATE,
  numThreads: 1,
  debug: false,
};

export interface Recognizer {
  /**
   * Transcribes a recording; empty for silence and noise. Pauses after each piece: at most PIECE_S of sound searched for speech, and
   * as much of it recognized.
   */
  transcribe(sounds: AsyncIterable<Sound>): AsyncGenerator<void, string>;
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
    async *transcribe(sounds) {
      const texts: string[] = [];
      let recognized = 0;
      for await (const speech of findSpeech(sounds)) {
        if (speech === null || recognized + speech.length > PIECE) {
          yield;
          recognized = 0;
        }
        if (speech === null) continue;
        texts.push(await recognize(speech));
        recognized += speech.length;
      }
      return texts.filter((text) => text !== "").join(" ");
    },
  };
}

/** Only detects whether there is speech: some text if so. It needs no model but that of the stretches, 2 MB. */
export const speechNoticer: Recognizer = {
  async *transcribe(sounds) {
    for await (const speech of findSpeech(sounds)) {
      if (speech !== null) return "speech";
      yield;
    }
    return "";
  },
};

/** Splits sound into stretches of speech, at most PIECE long. Null after every further PIECE of sound that was searched. */
async function* findSpeech(sounds: AsyncIterable<Sound>): AsyncGenerator<Float32Array | null> {
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
    yield* take(detector);
    searched += samples.length;
    if (searched >= PIECE) {
      searched = 0;
      yield null;
    }
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
    yield* cutQuietly(Float32Array.from(detector.front().samples));
    detector.pop();
  }
}

/** Cuts speech without a pause at the quietest moment of the last third of each PIECE, so that hardly any word is split. */
export function* cutQuietly(speech: Float32Array): Generator<Float32Array> {
  let from = 0;
  while (speech.length - from > PIECE) {
    let cut = from + PIECE;
    let quietest = Infinity;
    for (let at = from + PIECE - MOMENT; at >= from + (PIECE * 2) / 3; at -= MOMENT) {
      const loudness = speech.subarray(at, at + MOMENT).reduce((sum, value) => sum + value * value, 0);
      if (loudness >= quietest) continue;
      quietest = loudness;
      cut = at + MOMENT / 2;
    }
    yield speech.subarray(from, cut);
    from = cut;
  }
  yield speech.subarray(from);
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
