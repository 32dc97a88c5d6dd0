/** Samples RNNoise processes at a time: 10 ms at its only rate. */
export const FRAME = 480;
export const RNNOISE_RATE = 48_000;
/** RNNoise works with 16-bit amplitudes. */
const SCALE = 32_768;

/** Exports of the WebAssembly of @jitsi/rnnoise-wasm 0.2.1; its compiler has shortened the names. */
interface RnnoiseExports {
  /** memory */
  c: WebAssembly.Memory;
  /** initialization that C runs before main */
  d: () => void;
  /** rnnoise_create */
  f: (model: number) => number;
  /** malloc */
  g: (bytes: number) => number;
  /** rnnoise_process_frame: cleans the sound and returns the probability of a voice */
  j: (state: number, to: number, from: number) => number;
}

/** Returns the probability, 0 to 1, that a frame of 480 samples at 48 kHz, -1 to 1, contains a voice. Frames must be consecutive. */
export type VoiceDetector = (frame: Float32Array) => number;

/**
 * Starts RNNoise. Synchronous, because an audio thread allows nothing else.
 * @param code the file `voiceDetectorFile`
 */
export function openRnnoise(code: BufferSource): VoiceDetector {
  const refuse = () => 0;
  let memory: WebAssembly.Memory | null = null;
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code), {
    a: {
      // Refuse to grow the memory, because the initial memory is enough.
      a: refuse,
      b: (to: number, from: number, bytes: number) => {
        if (memory !== null) new Uint8Array(memory.buffer).copyWithin(to, from, from + bytes);
      },
    },
  });
  const rnnoise = instance.exports as unknown as RnnoiseExports; // the file's hash was checked
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
