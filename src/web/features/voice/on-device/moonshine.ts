import type { InferenceSession, Tensor, TensorConstructor } from "onnxruntime-web";
import { SAMPLE_RATE, samplesOf } from "./sound.ts";

const BEGIN = 1;
const END = 2;
/** People speak four or five tokens a second. A model that outputs more has started to repeat itself. */
const TOKENS_A_SECOND = 6.5;
/** Silence added around a piece, because speech at its very edges is recognized badly. */
const MARGIN = samplesOf(0.2);

export interface MoonshineOptions {
  Tensor: TensorConstructor;
  encoder: InferenceSession;
  /** The merged decoder: one network for the first step and for those that reuse its cache. */
  decoder: InferenceSession;
}

/**
 * Transcribes a piece of speech into token ids, with greedy decoding; at most 6.5 tokens a second.
 * @param speech 16 kHz mono, up to about 15 s
 * @param onToken called after every token; an exception ends the work
 */
export async function recognizeSpeech(
  { Tensor, encoder, decoder }: MoonshineOptions,
  speech: Float32Array,
  onToken: () => void = () => undefined,
): Promise<number[]> {
  const padded = new Float32Array(speech.length + 2 * MARGIN);
  padded.set(speech, MARGIN);
  const encoded = await encoder.run({ input_values: new Tensor("float32", padded, [1, padded.length]) });
  const meaning = found(encoded, "last_hidden_state");
  const most = Math.ceil((padded.length / SAMPLE_RATE) * TOKENS_A_SECOND);
  const tokens: number[] = [];
  let past = emptyPast(decoder, Tensor);
  let token = BEGIN;
  while (tokens.length < most) {
    const isFirst = tokens.length === 0;
    const step = await decoder.run({
      input_ids: new Tensor("int64", BigInt64Array.of(BigInt(token)), [1, 1]),
      encoder_hidden_states: meaning,
      use_cache_branch: new Tensor("bool", Uint8Array.of(isFirst ? 0 : 1), [1]),
      ...past,
    });
    token = likeliest(found(step, "logits").data as Float32Array); // logits are float32
    if (token === END) break;
    tokens.push(token);
    past = nextPast(past, step, isFirst);
    onToken();
  }
  return tokens;
}

type Past = Record<string, Tensor>;

/** An empty cache for every layer. The network's inputs require one before the first token, too. */
function emptyPast(decoder: InferenceSession, Tensor: TensorConstructor): Past {
  const past: Past = {};
  for (const input of decoder.inputMetadata) {
    if (!input.isTensor || !input.name.startsWith("past_key_values.")) continue;
    const [, heads, , width] = input.shape;
    if (typeof heads !== "number" || typeof width !== "number")
      throw new Error(`the decoder's ${input.name} has no fixed width`);
    past[input.name] = new Tensor("float32", new Float32Array(0), [0, heads, 1, width]);
  }
  return past;
}

/** The decoder's cache grows with every token; the encoder's part is only returned by the first step. */
function nextPast(past: Past, step: InferenceSession.ReturnType, isFirst: boolean): Past {
  return Object.fromEntries(
    Object.entries(past).map(([name, previous]) => {
      const isOfSound = name.includes(".encoder.");
      return [
        name,
        isOfSound && !isFirst ? previous : found(step, name.replace("past_key_values", "present")),
      ];
    }),
  );
}

function found(results: InferenceSession.ReturnType, name: string): Tensor {
  const value = results[name];
  if (value === undefined) throw new Error(`the model says nothing about ${name}`);
  return value;
}

function likeliest(logits: Float32Array): number {
  let best = 0;
  for (let index = 1; index < logits.length; index += 1) {
    if ((logits[index] ?? 0) > (logits[best] ?? 0)) best = index;
  }
  return best;
}
