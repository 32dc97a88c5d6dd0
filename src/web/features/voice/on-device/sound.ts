import { MAX_RECORDING_S } from "#shared/features/voice/contract.ts";
/** Sample rate of all models here, in samples per second; mono. */
export const SAMPLE_RATE = 16_000;

/** Converts seconds to samples. */
export function samplesOf(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

/**
 * Decodes a recording to 16 kHz mono with the browser's own decoder.
 * @throws Error with a sentence for the user when it cannot be decoded or is longer than 15 minutes
 */
export async function decodeSound(blob: Blob): Promise<Float32Array<ArrayBuffer>> {
  // Only the context's rate matters here, because decoded sound is resampled to it.
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  let sound: AudioBuffer;
  try {
    sound = await context.decodeAudioData(await blob.arrayBuffer());
  } catch (cause) {
    throw new Error("Audio format not supported. Please try again.", { cause });
  }
  if (sound.duration > MAX_RECORDING_S) {
    throw new Error("Your recording was too large. Please try a shorter recording.");
  }
  return mixDown(Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index)));
}

/** The mean of all channels. */
function mixDown(channels: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const mono = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels) {
    for (let index = 0; index < mono.length; index += 1) {
      mono[index] = (mono[index] ?? 0) + (channel[index] ?? 0) / channels.length;
    }
  }
  return mono;
}
