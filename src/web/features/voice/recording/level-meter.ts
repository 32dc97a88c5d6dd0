export interface LevelMeter {
  /** From 0 (silence) to 1 (maximum). */
  level(): number;
  close(): void;
}

/** Decibels relative to full scale at which the meter starts to move. */
const QUIET_DB = -55;
const LOUD_DB = -12;

/** Measures the loudness of a stream. Without Web Audio the meter stays at 0; the recording does not need it. */
export function listenTo(stream: MediaStream): LevelMeter {
  try {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(stream).connect(analyser);
    // Safari starts suspended when the tap was too long ago.
    context.resume().catch(() => undefined);
    const samples = new Float32Array(analyser.fftSize);
    return {
      level() {
        analyser.getFloatTimeDomainData(samples);
        return levelOf(samples);
      },
      close: () => void context.close().catch(() => undefined),
    };
  } catch {
    return { level: () => 0, close: () => undefined };
  }
}

/** Perceived loudness, on a decibel scale. @param samples from -1 to 1 */
export function levelOf(samples: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index += 1) sum += (samples[index] ?? 0) ** 2;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length));
  const level = (decibels - QUIET_DB) / (LOUD_DB - QUIET_DB);
  return Number.isFinite(level) ? Math.min(1, Math.max(0, level)) : 0;
}
