import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../app-error.ts";

/** How calls that wait in one room get their turns. All in milliseconds. */
export interface Turns {
  /** The longest time between two turns, while few calls wait, and the shortest, while many do; see `gapOf`. */
  slowest: number;
  fastest: number;
  /** A call that has had no turn after this time is refused. */
  patience: number;
}

interface Stay {
  until: number;
  enter: () => void;
  refuse: () => void;
}

/** Rejects when the signal aborts. */
type Sleep = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** A page without a session waits 8 s for one, so a call that opens one must be answered sooner. */
const PATIENCE_MS = 7000;
/** The wait of a call on average, while the turns may follow fast enough. */
const FAIR_MS = 10_000;
const AGAIN_S = 2;

/**
 * Turns of guesses and sign-ups: one a second while up to ten wait, ten a second from a hundred on. Ten are needed so that a newcomer beside
 * 600 waiting calls of a stranger has a turn within 20 s in one of four tries, and more would let too many guesses through.
 */
export const guardedTurns: Turns = { slowest: 1000, fastest: 100, patience: 20_000 };

/** Turns of all other calls. @param every milliseconds between two turns */
export function steadyTurns(every: number): Turns {
  return { slowest: every, fastest: every, patience: PATIENCE_MS };
}

/** Milliseconds until the next turn, so that `waiting` calls all have one in ten seconds on average, within the limits of `turns`. */
export function gapOf(waiting: number, { slowest, fastest }: Turns): number {
  return Math.max(fastest, Math.min(slowest, FAIR_MS / waiting));
}

/**
 * Delays calls that come too often. At each turn of a room, one of its waiting calls is drawn by lot and continues. Every waiting call has
 * the same chance: it depends neither on earlier calls, nor on the session, nor on how often others ask. A stranger can therefore only
 * reduce the chance of a newcomer by keeping many connections open. Each server has its own rooms.
 */
export class WaitingRoom {
  readonly #sleep: Sleep;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #closing = new AbortController();
  readonly #rooms = new Map<string, Set<Stay>>();

  constructor(
    sleeper: Sleep = (ms, signal) => sleep(ms, undefined, { signal }),
    random = Math.random,
    now = () => Date.now(),
  ) {
    this.#sleep = sleeper;
    this.#random = random;
    this.#now = now;
  }

  /**
   * Waits for a turn of the room.
   * @throws AppError `too-many-requests` for two seconds: without a turn in time, when the client disconnects or the server stops
   */
  async wait(room: string, turns: Turns, client: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(tooMany(AGAIN_S));
    const stay = { until: this.#now() + turns.patience, enter: resolve, refuse };
    if (client.aborted) refuse();
    client.addEventListener("abort", refuse);
    const waiting = this.#rooms.get(room) ?? new Set();
    waiting.add(stay);
    if (!this.#rooms.has(room)) {
      this.#rooms.set(room, waiting);
      void this.#giveTurns(room, waiting, turns);
    }
    try {
      await promise;
    } finally {
      waiting.delete(stay);
      client.removeEventListener("abort", refuse);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  async #giveTurns(room: string, waiting: Set<Stay>, turns: Turns): Promise<void> {
    try {
      while (waiting.size > 0) {
        await this.#sleep(gapOf(waiting.size, turns), this.#closing.signal);
        this.#giveTurn(waiting);
      }
    } catch {
      for (const stay of waiting) stay.refuse(); // The server stops.
    }
    this.#rooms.delete(room);
  }

  #giveTurn(waiting: Set<Stay>): void {
    const now = this.#now();
    for (const stay of waiting) {
      if (stay.until > now) continue;
      waiting.delete(stay);
      stay.refuse();
    }
    const drawn = [...waiting][Math.floor(this.#random() * waiting.size)];
    if (drawn === undefined) return;
    waiting.delete(drawn);
    drawn.enter();
  }
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
