import { isServerReachable, reachability } from "#web/lib/server/reachability.ts";
import type { ChatSnapshot } from "./chat-state.ts";
import { isDisconnected } from "../conversation/conversation.ts";

/** Milliseconds between two tries while the server can be reached but the request fails. */
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;

/** Whether the server has more than is shown, and no stream is open. */
export function isBehind({ conversation, opening, asOf }: ChatSnapshot): boolean {
  if (opening !== null) return opening.isWaiting === true;
  if (conversation.answering !== null) return false;
  return asOf !== null || conversation.messages.some(isDisconnected);
}

interface CatchUpOptions {
  /** Whether there is content to fetch. */
  isDue: () => boolean;
  /** Fetches the missed messages. Never rejects. */
  ask: () => Promise<void>;
}

/** Fetches missed messages as soon as there is a connection, and retries with growing delays. */
export class CatchUp {
  readonly #options: CatchUpOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #tries = 0;
  #lastAskedAt = 0;

  constructor(options: CatchUpOptions) {
    this.#options = options;
    reachability.subscribe(() => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#tries = 0;
      this.plan();
    });
  }

  /** Call this whenever a fetch may be due. */
  plan(): void {
    // While offline, the next change of the server's state schedules it again.
    if (this.#isAsking || this.#timer !== undefined || !isServerReachable() || !this.#options.isDue()) return;
    // An answer that is cut off, fetched and cut off again counts as one failure.
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
