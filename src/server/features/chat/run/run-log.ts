import { addEvent, type Answer, emptyAnswer } from "#shared/features/chat/answer.ts";
import type { ChatEvent } from "#shared/features/chat/contract.ts";
import { encodeFrame } from "#server/http/response/sse.ts";

/** One event of a run with its sequence number, starting at 1. */
export interface LoggedFrame {
  readonly seq: number;
  readonly event: ChatEvent;
}

type DeltaEvent = Extract<ChatEvent, { delta: string }>;

/** The end of every event stream, also for clients that only support the AI SDK's protocol. */
export const END_OF_STREAM = "data: [DONE]\n\n";

/**
 * Text is sent at once when the last frame is at least this many milliseconds ago; text that arrives sooner is gathered. A display cannot
 * show more frames, and a model of 1,000 tokens per second costs no more than one of 200.
 */
const GATHER_MS = 5;

/** The append-only event log of one run, in memory. Listeners only hold a position in it. */
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

  /** Adds an event. Text of one part that arrives within a short time becomes one frame. */
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

  /** Appends the gathered text to the log. */
  flush(): void {
    clearTimeout(this.#timer);
    const event = this.#gathered;
    this.#gathered = null;
    if (event !== null) this.#push({ seq: this.#frames.length + 1, event });
  }

  /** The frames for `events`, not yet appended, so that they can be stored before listeners receive them. */
  draft(events: readonly ChatEvent[]): LoggedFrame[] {
    return events.map((event, index) => ({ seq: this.#frames.length + 1 + index, event }));
  }

  /** Adds the last frames. Nothing can be added afterwards. */
  close(last: readonly LoggedFrame[]): void {
    for (const frame of last) this.#push(frame);
    this.#isClosed = true;
    this.#wakeAll();
  }

  /** The frames after `after` as wire text, then new ones until the run ends. */
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
    this.#waiting.clear(); // listeners that are still behind wait again
    for (const wake of waiting) wake();
  }
}

export function toWire({ seq, event }: LoggedFrame): string {
  return encodeFrame({ id: seq, data: event });
}

/** The answer that the frames of a run make up. */
export function answerOf(frames: readonly LoggedFrame[]): Answer {
  return frames.reduce((answer, { event }) => addEvent(answer, event), emptyAnswer);
}
