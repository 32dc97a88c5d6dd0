import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../app-error.ts";

/** Whose calls wait, and how many of them may wait at once. */
export interface Place {
  of: string;
  most: number;
}

/** Rejects when the signal aborts. */
type Sleep = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** Longest wait of a call that is not a guess. A page without a session waits 8 s for one, so it must be shorter. */
const LONGEST_MS = 5000;
const STEP_MS = 50;
const FULL_S = 5;

/** Where calls wait that come too often. Each server has its own. Stops waiting when the client leaves or the server stops. */
export class WaitingRoom {
  readonly #sleep: Sleep;
  readonly #closing = new AbortController();
  readonly #inside = new Map<string, number>();

  constructor(sleeper: Sleep = (ms, signal) => sleep(ms, undefined, { signal })) {
    this.#sleep = sleeper;
  }

  /** @throws AppError `too-many-requests` when a place is full, with a few seconds to wait */
  async wait(ms: number, places: readonly Place[], signal: AbortSignal): Promise<void> {
    if (ms === 0) return;
    if (places.some(({ of, most }) => this.#countOf(of) >= most)) throw tooMany(FULL_S);
    for (const { of } of places) this.#inside.set(of, this.#countOf(of) + 1);
    try {
      await this.#sleep(ms, AbortSignal.any([signal, this.#closing.signal]));
    } catch {
      throw tooMany(FULL_S);
    } finally {
      for (const { of } of places) {
        const left = this.#countOf(of) - 1;
        if (left > 0) this.#inside.set(of, left);
        else this.#inside.delete(of);
      }
    }
  }

  close(): void {
    this.#closing.abort();
  }

  #countOf(of: string): number {
    return this.#inside.get(of) ?? 0;
  }
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
