import { addEvent, type Answer, emptyAnswer } from "#shared/features/chat/answer.ts";
import type { ChatEvent } from "#shared/features/chat/contract.ts";
import { encodeFrame } from "#server/http/response/sse.ts";

/** One event of a run under its sequence number; the first is 1. */
export interface LoggedFrame {
  readonly seq: number;
  readonly event: ChatEvent;
}

type DeltaEvent = Extract<ChatEvent, { delta: string }>;

/** The end of every event stream, also for listeners that know the AI SDK's protocol only. */
export const END_OF_STREAM = "data: [DONE]\n\n";

/**
 * A frame of words goes out at once when the last one is this long ago, in milliseconds; what comes sooner is gathered
 * until then. A display shows no more, and a model of 1,000 tokens a second costs no more than one of 200.
 */
const GATHER_MS = 5;

/** The append-only event log of one run, in memory. Its listeners hold no more than a position in it. */
export class RunLog {
  readonly #frames: LoggedFrame[] = [];
  readonly #waiting = new Set<() => void>();
  #gathered: DeltaEvent | null = null;
  #timer: NodeJS.Timeout | undefined;
  #lastFrameAt = 0;
  #isClosed = false;

  get frames(): readonly LoggedFrame[] {
    return this.#frames;
  }

  /** Adds an event. Words of one part that come close together become one frame. */
  append(event: ChatEvent): void {
    if (!("delta" in event)) {
      this.flush();
      this.#push({ seq: this.#frames.length + 1, event });
      return;
    }
    const gathered = this.#gathered;
    if (gathered !== null && gathered.type === event.type && gathered.id === event.id) {
      gathered.delta += event.delta;
      return;
    }
    this.flush();
    this.#gathered = { ...event };
    const waitMs = GATHER_MS - (performance.now() - this.#lastFrameAt);
    if (waitMs <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), waitMs);
  }

  /** Puts what is still gathered into the log. */
  flush(): void {
    clearTimeout(this.#timer);
    const event = this.#gathered;
    this.#gathered = null;
    if (event !== null) this.#push({ seq: this.#frames.length + 1, event });
  }

  /** The frames that `events` would be: to store them before anybody hears them. */
  draft(events: readonly ChatEvent[]): LoggedFrame[] {
    return events.map((event, index) => ({ seq: this.#frames.length + 1 + index, event }));
  }

  /** Adds the last frames; from now on nothing is added. */
  close(last: readonly LoggedFrame[]): void {
    for (const frame of last) this.#push(frame);
    this.#isClosed = true;
    this.#wakeAll();
  }

  /** The frames after `after` as wire text, then what comes, until the end of the run. */
  follow(after: number): AsyncIterableIterator<string> {
    let position = after;
    let hasLeft = false;
    const take = (): IteratorResult<string> | null => {
      if (hasLeft) return { done: true, value: undefined };
      if (position < this.#frames.length) {
        const value = this.#frames.slice(position).map(toWire).join("");
        position = this.#frames.length;
        return { done: false, value };
      }
      if (!this.#isClosed) return null;
      hasLeft = true;
      return { done: false, value: END_OF_STREAM };
    };
    let wake: () => void = () => undefined;
    const follower: AsyncIterableIterator<string> = {
      next: () =>
        new Promise((resolve) => {
          wake = () => {
            const taken = take();
            if (taken === null) this.#waiting.add(wake);
            else resolve(taken);
          };
          wake();
        }),
      return: async () => {
        hasLeft = true;
        if (this.#waiting.delete(wake)) wake();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => follower,
    };
    return follower;
  }

  #push(frame: LoggedFrame): void {
    this.#frames.push(frame);
    this.#lastFrameAt = performance.now();
    this.#wakeAll();
  }

  #wakeAll(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear(); // who is still not served waits again
    for (const wake of waiting) wake();
  }
}

export function toWire({ seq, event }: LoggedFrame): string {
  return encodeFrame({ id: seq, data: event });
}

/** What the frames of a run say altogether. */
export function answerOf(frames: readonly LoggedFrame[]): Answer {
  return frames.reduce((answer, { event }) => addEvent(answer, event), emptyAnswer);
}
