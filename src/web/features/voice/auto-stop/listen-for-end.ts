import { BassCut } from "./bass-cut.ts";
import { Frames } from "./frames.ts";
import { openRnnoise } from "./rnnoise.ts";
import { SpeechEnd } from "./speech-end.ts";

/**
 * Detects the end of speech in a recording. Beats and noise are not speech, other people's voices are.
 * @param code the file `voiceDetectorFile`
 * @param rate of the sound, in samples per second
 * @returns a function that takes the sound in chunks, -1 to 1, and returns true once: after 1.5 s of silence following speech
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
