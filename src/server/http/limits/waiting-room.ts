import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../app-error.ts";

/** A room, and how many calls may wait in it at once. */
export interface Place {
  of: string;
  most: number;
}

/** A call that may have to wait, and the rooms it needs a place in. */
export interface Caller {
  /** A session's id. All callers without a session count as one. */
  who: string;
  places: readonly Place[];
}

interface Stay extends Caller {
  end: AbortController;
}

/** Rejects when the signal aborts. */
type Sleep = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** Longest wait of a call that is not a guess. A page without a session waits 8 s for one, so it must be shorter. */
export const LONGEST_MS = 5000;
const STEP_MS = 50;
const FULL_S = 5;

/** How long a visit to a room is remembered. */
const LATELY_MS = 15 * 60_000;

/**
 * Delays calls that come too often. Each server has its own room. A full room refuses frequent callers: a newcomer that entered it less
 * often lately than a waiting caller takes that caller's place. A wait ends when the client disconnects or the server stops.
 */
export class WaitingRoom {
  readonly #sleep: Sleep;
  readonly #closing = new AbortController();
  readonly #inside = new Map<string, Set<Stay>>();
  readonly #visits = new Map<string, number>();
  #countedSince = 0;

  constructor(sleeper: Sleep = (ms, signal) => sleep(ms, undefined, { signal })) {
    this.#sleep = sleeper;
  }

  /** @throws AppError `too-many-requests` when there is no place or another caller takes it, with a few seconds to wait */
  async wait(ms: number, { who, places }: Caller, signal: AbortSignal): Promise<void> {
    if (ms === 0) return;
    const stay = { who, places, end: new AbortController() };
    this.#enter(stay);
    try {
      const left = AbortSignal.any([signal, this.#closing.signal, stay.end.signal]);
      await Promise.race([this.#sleep(ms, left), rejectionOf(left)]);
    } catch {
      throw tooMany(FULL_S);
    } finally {
      this.#leave(stay);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  #enter(stay: Stay): void {
    const { who, places } = stay;
    if (Date.now() - this.#countedSince > LATELY_MS) {
      this.#visits.clear();
      for (const [of, stays] of this.#inside)
        for (const inside of stays) this.#visits.set(`${of}|${inside.who}`, 1);
      this.#countedSince = Date.now();
    }
    for (const { of } of places) this.#visits.set(`${of}|${who}`, this.#visitsOf(of, who) + 1);
    const leaving = places.flatMap(({ of, most }) => {
      const inside = [...(this.#inside.get(of) ?? [])];
      if (inside.length < most) return [];
      const visits = Math.max(...inside.map((other) => this.#visitsOf(of, other.who)));
      if (this.#visitsOf(of, who) >= visits) throw tooMany(FULL_S);
      return inside.findLast((other) => this.#visitsOf(of, other.who) === visits) ?? [];
    });
    for (const other of leaving) {
      this.#leave(other);
      other.end.abort();
    }
    for (const { of } of places) this.#inside.set(of, (this.#inside.get(of) ?? new Set()).add(stay));
  }

  #leave(stay: Stay): void {
    for (const { of } of stay.places) {
      const inside = this.#inside.get(of);
      inside?.delete(stay);
      if (inside?.size === 0) this.#inside.delete(of);
    }
  }

  #visitsOf(room: string, who: string): number {
    return this.#visits.get(`${room}|${who}`) ?? 0;
  }
}

async function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

/** Milliseconds a call waits that comes `over` calls after the last free one. */
export function delayOfCall(over: number): number {
  return Math.min(LONGEST_MS, Math.max(0, over) * STEP_MS);
}

/** The one refusal of all limits. */
export function tooMany(retryAfter: number): AppError {
  return new AppError(
    "too-many-requests",
    `That is a lot at once. Please try again in ${inWords(retryAfter)}.`,
    { retryAfter },
  );
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
