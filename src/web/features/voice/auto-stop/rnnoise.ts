/** Samples RNNoise hears in one go: 10 ms at its only rate. */
export const FRAME = 480;
export const RNNOISE_RATE = 48_000;
/** RNNoise counts in 16-bit steps. */
const SCALE = 32_768;

/** What the WebAssembly of @jitsi/rnnoise-wasm 0.2.1 exports; its compiler has shortened the names. */
interface RnnoiseExports {
  /** memory */
  c: WebAssembly.Memory;
  /** what C runs before main */
  d: () => void;
  /** rnnoise_create */
  f: (model: number) => number;
  /** malloc */
  g: (bytes: number) => number;
  /** rnnoise_process_frame: cleans the sound and says how likely it is a voice */
  j: (state: number, to: number, from: number) => number;
}

/** How likely a frame of 480 samples at 48 kHz, -1 to 1, is a voice, 0 to 1. Frames have to follow each other. */
export type VoiceDetector = (frame: Float32Array) => number;

/**
 * Starts RNNoise. Synchronous, because an audio thread has no other way.
 * @param code the file `voiceDetectorFile`
 */
export function openRnnoise(code: BufferSource): VoiceDetector {
  const refuse = () => 0;
  let memory: WebAssembly.Memory | null = null;
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code), {
    a: {
      // Grow: what it needs fits in what it begins with.
      a: refuse,
      b: (to: number, from: number, bytes: number) => {
        if (memory !== null) new Uint8Array(memory.buffer).copyWithin(to, from, from + bytes);
      },
    },
  });
  const rnnoise = instance.exports as unknown as RnnoiseExports; // the file's hash was compared
  memory = rnnoise.c;
  rnnoise.d();
  const state = rnnoise.f(0);
  const at = rnnoise.g(FRAME * Float32Array.BYTES_PER_ELEMENT);
  const window = new Float32Array(rnnoise.c.buffer, at, FRAME);
  return (frame) => {
    for (let index = 0; index < FRAME; index += 1) window[index] = (frame[index] ?? 0) * SCALE;
    return rnnoise.j(state, at, at);
  };
}
