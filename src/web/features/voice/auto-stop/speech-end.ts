/** A frame is 10 ms. */
const FRAMES_A_SECOND = 100;
const IS_VOICE = 0.6;
/** Speech means at least `VOICED_FRAMES` voiced frames among these: a drum sounds like a voice for a frame or two. */
const LOOK_BACK = 0.3 * FRAMES_A_SECOND;
const VOICED_FRAMES = 10;
/** Longer than most pauses for thought. */
const QUIET_FRAMES = 1.5 * FRAMES_A_SECOND;

/**
 * Detects that a user has stopped speaking, from the voice probability of each 10 ms. It waits for the first word
 * without a limit.
 */
export class SpeechEnd {
  #recent: boolean[] = [];
  #hasSpoken = false;
  #quiet = 0;

  /** True once, when the end of speech is 1.5 s ago. */
  hear(voice: number): boolean {
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
