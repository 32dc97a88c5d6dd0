import { BassCut } from "./bass-cut.ts";
import { Frames } from "./frames.ts";
import { openRnnoise } from "./rnnoise.ts";
import { SpeechEnd } from "./speech-end.ts";

/**
 * Listens to a recording for the end of its speech; beats and noise are no speech, other people's voices are.
 * @param code the file `voiceDetectorFile`
 * @param rate of the sound, in samples a second
 * @returns takes the sound piece by piece, -1 to 1, and is true once: when nobody has spoken for 1.5 s after someone had
 */
export function listenForEnd(code: BufferSource, rate: number): (samples: Float32Array) => boolean {
  const voiceOf = openRnnoise(code);
  const bass = new BassCut();
  const frames = new Frames(rate);
  const end = new SpeechEnd();
  return (samples) => {
    let isOver = false;
    frames.push(samples, (frame) => {
      bass.apply(frame);
      if (end.hear(voiceOf(frame))) isOver = true;
    });
    return isOver;
  };
}
