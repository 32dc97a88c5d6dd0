import type { StreamReader, StreamSource } from "#server/http/response/sse.ts";
import { WireText } from "#server/http/response/wire-text.ts";
import type { StoredEvent } from "./event-repository.ts";

const endOfStream = new WireText("data: [DONE]\n\n");

/** One open stream: the channels it may receive, its reader, and the frames waiting to be read. */
export class Follower implements StreamSource {
  /** Sequence number of the last event delivered. */
  #heard: number;
  #waiting: WireText[] = [];
  #reader: StreamReader | null = null;
  #isOver = false;
  /** New events are queued while missed events are being read. Null afterwards. */
  #held: { event: StoredEvent; frame: WireText }[] | null = [];
  readonly #onLeave: (follower: Follower) => void;
  readonly userId: string;
  readonly sessionId: string;
  channels: ReadonlySet<string>;
  /** Checks again whether this stream may continue. */
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

  /** @param frame the event as wire text, shared by all followers */
  deliver(event: StoredEvent, frame: WireText): void {
    if (this.#isOver || event.seq <= this.#heard || !this.channels.has(event.channel)) return;
    if (this.#held !== null) {
      this.#held.push({ event, frame });
      return;
    }
    this.#heard = event.seq;
    this.write(frame);
  }

  /** Appends wire text to the stream. */
  write(text: WireText): void {
    if (this.#isOver) return;
    if (this.#reader === null) this.#waiting.push(text);
    else this.#reader.write(text);
  }

  /** Called when the missed events up to number `upTo` are sent. Sends the queued events; later ones are sent directly. */
  release(upTo: number): void {
    const held = this.#held ?? [];
    this.#held = null;
    this.#heard = Math.max(this.#heard, upTo);
    for (const { event, frame } of held) this.deliver(event, frame);
  }

  /** Ends the stream permanently. The page does not reconnect by itself. */
  end(): void {
    this.write(endOfStream);
    this.leave();
  }

  /** Called when either side closes the connection. The page opens a new one. */
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
