import type { InferenceSession, TensorConstructor } from "onnxruntime-web";
import { WINDOW } from "./download/find-speech.ts";
import { SAMPLE_RATE } from "./sound.ts";

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
export async function rateSpeech(
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
    const heard = await session.run({
      input: new Tensor("float32", input, [1, input.length]),
      state,
      sr: rate,
    });
    const { output, stateN } = heard;
    if (output === undefined || stateN === undefined) throw new Error("the finder of speech is another one");
    state = new Tensor("float32", stateN.data as Float32Array, STATE); // Silero's state is float32
    speech[index] = Number(output.data[0]);
    onWindow(index + 1, windows);
  }
  return speech;
}
