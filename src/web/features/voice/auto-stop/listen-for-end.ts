import { FRAME, openRnnoise, RNNOISE_RATE } from "./rnnoise.ts";

/**
 * Detects the end of speech in a recording. Beats and noise do not count as speech, other people's voices do.
 * @param code the file `voiceDetectorFile`
 * @param rate of the sound, in samples per second
 * @returns a function that receives the sound in chunks, -1 to 1, and returns true once: after 1.5 s of silence following speech
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
      if (end.update(voiceOf(frame))) isOver = true;
    });
    return isOver;
  };
}

/** Hz. RNNoise takes a bass drum's tone, which is below this, for a voice; the parts that distinguish speech are above. */
const CUT = 300;
/** A fourth-order Butterworth filter: two second-order filters with these Q factors. */
const QUALITIES = [0.541, 1.307];

/** Removes the bass from consecutive frames at 48 kHz, in place. */
class BassCut {
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

/** A frame is 10 ms. */
const FRAMES_A_SECOND = 100;
const IS_VOICE = 0.6;
/** Speech requires at least `VOICED_FRAMES` voiced frames among these, because a drum sounds like a voice for a frame or two. */
const LOOK_BACK = 0.3 * FRAMES_A_SECOND;
const VOICED_FRAMES = 10;
/** Longer than most pauses for thought. */
const QUIET_FRAMES = 1.5 * FRAMES_A_SECOND;

/**
 * Detects that a user has stopped speaking, from the voice probability of each 10 ms. It waits for the first word
 * without a limit.
 */
class SpeechEnd {
  #recent: boolean[] = [];
  #hasSpoken = false;
  #quiet = 0;

  /** Returns true once, 1.5 s after the end of speech. */
  update(voice: number): boolean {
    this.#recent.push(voice >= IS_VOICE);
    if (this.#recent.length > LOOK_BACK) this.#recent.shift();
    if (this.#recent.filter(Boolean).length >= VOICED_FRAMES) {
      this.#hasSpoken = true;
      this.#quiet = 0;
      return false;
    }
    this.#quiet += 1;
    return this.#hasSpoken && this.#quiet === QUIET_FRAMES;
  }
}
