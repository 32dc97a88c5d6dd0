import type { StreamReader, StreamSource } from "#server/http/response/sse.ts";
import { WireText } from "#server/http/response/wire-text.ts";
import type { StoredEvent } from "./event-repository.ts";

const endOfStream = new WireText("data: [DONE]\n\n");

/** One open stream: the channels it may hear, who reads it, and what waits until it is read. */
export class Follower implements StreamSource {
  /** Number of the last event it was given. */
  #heard: number;
  #waiting: WireText[] = [];
  #reader: StreamReader | null = null;
  #isOver = false;
  /** While what was missed is read, what comes is kept back. */
  #held: { event: StoredEvent; frame: WireText }[] | null = [];
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

  /** @param frame the event as wire text, shared by all who hear it */
  deliver(event: StoredEvent, frame: WireText): void {
    if (this.#isOver || event.seq <= this.#heard || !this.channels.has(event.channel)) return;
    if (this.#held !== null) {
      this.#held.push({ event, frame });
      return;
    }
    this.#heard = event.seq;
    this.say(frame);
  }

  /** Puts wire text at the end of what was said. */
  say(text: WireText): void {
    if (this.#isOver) return;
    if (this.#reader === null) this.#waiting.push(text);
    else this.#reader.write(text);
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
    this.say(endOfStream);
    this.leave();
  }

  /** The line is closed, by either side; the page makes a new one. */
  leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onLeave(this);
    this.#reader?.end();
  }

  start(reader: StreamReader): void {
    this.#reader = reader;
    for (const text of this.#waiting) reader.write(text);
    this.#waiting = [];
    if (this.#isOver) reader.end();
  }
}
