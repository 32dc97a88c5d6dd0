import { RNNOISE_RATE } from "./rnnoise.ts";

/** Hz. A bass drum's tone lies below, which RNNoise takes for a voice; the parts that distinguish speech lie above. */
const CUT = 300;
/** A fourth-order Butterworth filter: two second-order filters with these Q factors. */
const QUALITIES = [0.541, 1.307];

/** Removes the bass from consecutive frames at 48 kHz, in place. */
export class BassCut {
  readonly #stages = QUALITIES.map(highPass);

  apply(frame: Float32Array): void {
    for (const stage of this.#stages) {
      for (let index = 0; index < frame.length; index += 1) frame[index] = stage(frame[index] ?? 0);
    }
  }
}

/** High-pass filter of the Audio EQ Cookbook, in transposed direct form II. */
function highPass(quality: number): (sample: number) => number {
  const angle = (2 * Math.PI * CUT) / RNNOISE_RATE;
  const cos = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * quality);
  const a0 = 1 + alpha;
  const b0 = (1 + cos) / 2 / a0;
  const b1 = -(1 + cos) / a0;
  const a1 = (-2 * cos) / a0;
  const a2 = (1 - alpha) / a0;
  let first = 0;
  let second = 0;
  return (sample) => {
    const out = b0 * sample + first;
    first = b1 * sample - a1 * out + second;
    second = b0 * sample - a2 * out;
    return out;
  };
}
