/** Everything here hears in mono at this rate, in samples a second. */
export const SAMPLE_RATE = 16_000;

/** Seconds as samples. */
export function samplesOf(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}
