/** A frame is 10 ms. */
const FRAMES_A_SECOND = 100;
const IS_VOICE = 0.6;
/** Voice within this many frames counts as speech, this often: a drum sounds like a voice for a frame or two. */
const LOOK_BACK = 0.3 * FRAMES_A_SECOND;
const VOICED_FRAMES = 10;
/** A thought takes a pause; this is longer than most of them. */
const QUIET_FRAMES = 1.5 * FRAMES_A_SECOND;

/**
 * Whether a user who spoke has stopped, from how likely each 10 ms is a voice. Before the first word it waits for as long
 * as it takes.
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
