import type { StoredEvent } from "./event-repository.ts";

/** A listener that does not read is let go when so many events wait for it: it comes back and takes up from its number. */
const MOST_WAITING = 1_000;
const END_OF_STREAM = "data: [DONE]\n\n";

/** One open stream: what waits for it, and the channels it may hear. */
export class Follower implements AsyncIterableIterator<string> {
  /** Number of the last event it was given. */
  #heard: number;
  #waiting: string[] = [];
  #wake: (() => void) | null = null;
  #isOver = false;
  /** While what was missed is read, what comes is kept back. */
  #held: { event: StoredEvent; frame: string }[] | null = [];
  readonly #onLeave: (follower: Follower) => void;
  readonly userId: string;
  readonly sessionId: string;
  channels: ReadonlySet<string>;
  /** Asks again whether this stream may go on. */
  recheck: () => void = () => undefined;

  constructor(
    who: { userId: string; sessionId: string },
    channels: ReadonlySet<string>,
    after: number,
    onLeave: (follower: Follower) => void,
  ) {
    this.userId = who.userId;
    this.sessionId = who.sessionId;
    this.channels = channels;
    this.#heard = after;
    this.#onLeave = onLeave;
  }

  /** @param frame the event as wire text */
  deliver(event: StoredEvent, frame: string): void {
    if (this.#isOver || event.seq <= this.#heard || !this.channels.has(event.channel)) return;
    if (this.#held !== null) {
      this.#held.push({ event, frame });
      return;
    }
    this.#heard = event.seq;
    this.say(frame);
  }

  /** Puts wire text at the end of what waits. */
  say(text: string): void {
    if (this.#isOver) return;
    this.#waiting.push(text);
    if (this.#waiting.length > MOST_WAITING) this.leave();
    this.#notice();
  }

  /** What was missed has been said up to number `upTo`: what came meanwhile follows, and from now on at once. */
  release(upTo: number): void {
    const held = this.#held ?? [];
    this.#held = null;
    this.#heard = Math.max(this.#heard, upTo);
    for (const { event, frame } of held) this.deliver(event, frame);
  }

  /** The stream is over for good: the page does not come back by itself. */
  end(): void {
    if (this.#isOver) return;
    this.#waiting.push(END_OF_STREAM);
    this.leave();
  }

  /** The line is closed; the page makes a new one. */
  leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onLeave(this);
    this.#notice();
  }

  async next(): Promise<IteratorResult<string>> {
    while (this.#waiting.length === 0) {
      if (this.#isOver) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const value = this.#waiting.join("");
    this.#waiting = [];
    return { done: false, value };
  }

  async return(): Promise<IteratorResult<string>> {
    this.#waiting = [];
    this.leave();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #notice(): void {
    this.#wake?.();
    this.#wake = null;
  }
}
