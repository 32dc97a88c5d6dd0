import { FRAME, RNNOISE_RATE } from "./rnnoise.ts";

/** Converts sound of any rate, in chunks of any length, into frames of 480 samples at 48 kHz. */
export class Frames {
  readonly #step: number;
  readonly #frame = new Float32Array(FRAME);
  #filled = 0;
  /** Position of the next sample to read, in input samples; -1 is the last sample of the previous chunk. */
  #at = 0;
  #last = 0;

  /** @param rate of the input, in samples per second */
  constructor(rate: number) {
    this.#step = rate / RNNOISE_RATE;
  }

  /** @param onFrame called with every full frame; the frame is overwritten afterwards */
  push(samples: Float32Array, onFrame: (frame: Float32Array) => void): void {
    for (; this.#at <= samples.length - 1; this.#at += this.#step) {
      const left = Math.floor(this.#at);
      const share = this.#at - left;
      const before = left < 0 ? this.#last : (samples[left] ?? 0);
      const after = share === 0 ? before : (samples[left + 1] ?? 0);
      this.#frame[this.#filled] = before + share * (after - before);
      this.#filled += 1;
      if (this.#filled < FRAME) continue;
      this.#filled = 0;
      onFrame(this.#frame);
    }
    this.#at -= samples.length;
    this.#last = samples.at(-1) ?? this.#last;
  }
}
