import type { InferenceSession, TensorConstructor } from "onnxruntime-web";
import { findSpeech, WINDOW } from "./download/find-speech.ts";
import { recognizeSpeech } from "./moonshine.ts";
import { SAMPLE_RATE } from "./sound.ts";

/** Measured share of the work spent on finding speech. */
const SEARCH_SHARE = 0.2;

export interface DeviceRecognizer {
  /**
   * Transcribes a recording; empty for silence and noise.
   * @param samples 16 kHz mono
   * @param onProgress the completed share, 0 to 1
   */
  recognize(samples: Float32Array, onProgress: (share: number) => void): Promise<string>;
}

interface Parts {
  Tensor: TensorConstructor;
  encoder: InferenceSession;
  decoder: InferenceSession;
  voiceActivity: InferenceSession;
  vocabulary: readonly string[];
}

/** Combines all steps from sound to text, independent of the runtime of the sessions. */
export function createRecognizer({ vocabulary, voiceActivity, ...model }: Parts): DeviceRecognizer {
  return {
    async recognize(samples, onProgress) {
      const finder = { Tensor: model.Tensor, session: voiceActivity };
      const speech = await rateSpeech(finder, samples, (done, all) =>
        onProgress((SEARCH_SHARE * done) / all),
      );
      const pieces = findSpeech(speech, samples.length);
      const spoken = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
      const texts: string[] = [];
      let done = 0;
      for (const { from, to } of pieces) {
        texts.push(textOfTokens(vocabulary, await recognizeSpeech(model, samples.subarray(from, to))));
        done += to - from;
        onProgress(SEARCH_SHARE + ((1 - SEARCH_SHARE) * done) / spoken);
      }
      return texts.filter((text) => text !== "").join(" ");
    },
  };
}

/** Llama's words start here. The model has a few hundred ids beyond the vocabulary, which are not text either. */
const FIRST_WORD = 3;
const WORD_START = /\u2581/g;
const BYTE = /^<0x([0-9A-F]{2})>$/;

/**
 * Converts token ids to text, trimmed.
 * @param vocabulary Llama's tokens by id: `\u2581` begins a word, `<0x0A>` is a byte without its own token
 */
export function textOfTokens(vocabulary: readonly string[], tokens: readonly number[]): string {
  const utf8 = new TextEncoder();
  const bytes: number[] = [];
  for (const token of tokens) {
    const word = token < FIRST_WORD ? undefined : vocabulary[token];
    if (word === undefined) continue;
    const byte = BYTE.exec(word)?.[1];
    if (byte === undefined) bytes.push(...utf8.encode(word.replace(WORD_START, " ")));
    else bytes.push(Number.parseInt(byte, 16));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes)).trim();
}

/** Samples of the previous window that Silero needs again. */
const CONTEXT = 64;
const STATE = [2, 1, 128] as const;

interface VoiceActivityOptions {
  Tensor: TensorConstructor;
  /** Silero version 5. */
  session: InferenceSession;
}

/**
 * Speech probability of each window of a recording.
 * @param onWindow called after every window; an exception ends the search
 */
async function rateSpeech(
  { Tensor, session }: VoiceActivityOptions,
  samples: Float32Array,
  onWindow: (done: number, all: number) => void = () => undefined,
): Promise<Float32Array> {
  const rate = new Tensor("int64", BigInt64Array.of(BigInt(SAMPLE_RATE)), []);
  const windows = Math.ceil(samples.length / WINDOW);
  const speech = new Float32Array(windows);
  let state = new Tensor("float32", new Float32Array(STATE[0] * STATE[1] * STATE[2]), STATE);
  for (let index = 0; index < windows; index += 1) {
    // The recording is padded with silence on both sides.
    const input = new Float32Array(CONTEXT + WINDOW);
    const from = index * WINDOW - CONTEXT;
    input.set(samples.subarray(Math.max(0, from), from + input.length), Math.max(0, -from));
    const encoded = await session.run({
      input: new Tensor("float32", input, [1, input.length]),
      state,
      sr: rate,
    });
    const { output, stateN } = encoded;
    if (output === undefined || stateN === undefined) throw new Error("the finder of speech is another one");
    state = new Tensor("float32", stateN.data as Float32Array, STATE); // Silero's state is float32
    speech[index] = Number(output.data[0]);
    onWindow(index + 1, windows);
  }
  return speech;
}
