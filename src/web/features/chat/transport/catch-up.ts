import { isServerReachable, subscribeToReachability } from "#web/lib/server/reachability.ts";
import type { ChatSnapshot } from "../store/chat-snapshot.ts";
import { isUnheard } from "../conversation/conversation.ts";

/** Milliseconds between two tries while the server can be reached and still gives no answer. */
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;

/** Whether the server has more of what is shown than the page could hear, and nobody is listening. */
export function isBehind({ conversation, opening, asOf }: ChatSnapshot): boolean {
  if (opening !== null) return opening.isWaiting === true;
  if (conversation.answering !== null) return false;
  return asOf !== null || conversation.messages.some(isUnheard);
}

interface CatchUpOptions {
  /** There is something to ask for. */
  isDue: () => boolean;
  /** Asks for it. Resolves in any case. */
  ask: () => Promise<void>;
}

/** Asks again for what could not be heard: as soon as there is a signal, and with growing pauses where that does not help. */
export class CatchUp {
  readonly #options: CatchUpOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #tries = 0;
  #lastAskedAt = 0;

  constructor(options: CatchUpOptions) {
    this.#options = options;
    subscribeToReachability(() => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#tries = 0;
      this.plan();
    });
  }

  /** Call it whenever something may have become due. */
  plan(): void {
    // Without a signal the next sign of the server plans again.
    if (this.#isAsking || this.#timer !== undefined || !isServerReachable() || !this.#options.isDue()) return;
    // An answer that was cut off, asked for and cut off again is one trouble.
    if (Date.now() - this.#lastAskedAt > 2 * LONGEST_WAIT_MS) this.#tries = 0;
    const wait = this.#tries === 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#tries - 1));
    this.#timer = setTimeout(() => void this.#ask(), wait * (0.5 + Math.random() / 2));
  }

  async #ask(): Promise<void> {
    this.#timer = undefined;
    if (!this.#options.isDue()) return;
    this.#isAsking = true;
    this.#tries += 1;
    this.#lastAskedAt = Date.now();
    await this.#options.ask();
    this.#isAsking = false;
    this.plan();
  }
}
