/** Sample rate of all models here, in samples per second; mono. */
export const SAMPLE_RATE = 16_000;

/** Converts seconds to samples. */
export function samplesOf(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}
