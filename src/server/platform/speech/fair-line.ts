/** Seconds of sound that are processed at a time; then others may be next. */
export const PIECE_S = 10;

/** A waiting recording: whose it is, and how long. */
export interface Waiting {
  readonly person: string;
  /** Approximate seconds of sound that are left. */
  seconds: number;
}

/** Maximum recordings that may wait or be processed at a time. */
export interface LineBounds {
  ofPerson: number;
  inAll: number;
}

/** A recording that has no place: the new one or, where the line is full, one of those who ask for more. */
export interface Refused<T> {
  recording: T;
  /** The limit that is reached. */
  limit: keyof LineBounds;
}

/**
 * A fair queue that serves recordings piece by piece. The user who has received least is next, and short recordings go before long
 * ones, so nobody waits behind all the work of another user. Among the recordings of one user, shorter ones go first too.
 */
export class FairLine<T extends Waiting> {
  readonly #bounds: LineBounds;
  #waiting: T[] = [];
  #atWork: T[] = [];
  /** Seconds of sound by person, since the queue was last empty. */
  readonly #given = new Map<string, number>();
  /** What those in the queue had received at least. Newcomers begin there, so that earlier users are not behind all of them. */
  #level = 0;

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  /** @returns the recording that has no place: this one, or the one that it replaces */
  join(recording: T): Refused<T> | null {
    const { person } = recording;
    const count = this.#countOf(person);
    if (count >= this.#bounds.ofPerson) return { recording, limit: "ofPerson" };
    const leaving = this.#all.length < this.#bounds.inAll ? null : this.#whoLeavesFor(recording);
    if (leaving === recording) return { recording, limit: "inAll" };
    if (leaving !== null) this.#remove(leaving);
    if (count === 0) this.#given.set(person, Math.max(this.#givenTo(person), this.#level));
    this.#waiting.push(recording);
    return leaving === null ? null : { recording: leaving, limit: "inAll" };
  }

  /** Takes the recording whose next piece is processed; null when the queue is empty. Equal ones go in order of arrival. */
  next(): T | null {
    const [first, ...others] = this.#waiting;
    if (first === undefined) return null;
    const chosen = others.reduce((best, other) => (this.#isBefore(other, best) ? other : best), first);
    this.#level = Math.min(...this.#all.map(({ person }) => this.#givenTo(person)));
    this.#waiting = this.#waiting.filter((recording) => recording !== chosen);
    this.#atWork.push(chosen);
    this.#given.set(chosen.person, this.#costOf(chosen));
    return chosen;
  }

  /** Lets a recording at work wait for its next piece. */
  waitAgain(recording: T): void {
    const left = recording.seconds - PIECE_S;
    recording.seconds = left > 0 ? left : PIECE_S; // it is longer than expected
    this.#remove(recording);
    this.#waiting.push(recording);
  }

  /** Removes a recording that is done or no longer wanted. */
  leave(recording: T): void {
    this.#remove(recording);
    if (this.#all.length > 0) return;
    this.#given.clear();
    this.#level = 0;
  }

  /** Removes all recordings. */
  clear(): T[] {
    const all = this.#all;
    for (const recording of all) this.leave(recording);
    return all;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get #all(): T[] {
    return [...this.#atWork, ...this.#waiting];
  }

  #remove(recording: T): void {
    this.#waiting = this.#waiting.filter((other) => other !== recording);
    this.#atWork = this.#atWork.filter((other) => other !== recording);
  }

  /** Everybody's first recording counts before anybody's second, and then one with fewer pieces left. */
  #whoLeavesFor(recording: T): T {
    const others = this.#waiting.filter(({ person }) => person !== recording.person);
    const countWith = ({ person }: T) => this.#countOf(person) + (person === recording.person ? 1 : 0);
    return others.reduce((most, other) => {
      const difference = countWith(other) - countWith(most) || piecesOf(other) - piecesOf(most);
      return difference > 0 ? other : most;
    }, recording);
  }

  #countOf(person: string): number {
    return this.#all.filter((other) => other.person === person).length;
  }

  #isBefore(one: T, other: T): boolean {
    const difference = this.#costOf(one) - this.#costOf(other) || one.seconds - other.seconds;
    return difference < 0;
  }

  #costOf({ person, seconds }: T): number {
    return this.#givenTo(person) + Math.min(PIECE_S, seconds);
  }

  #givenTo(person: string): number {
    return this.#given.get(person) ?? 0;
  }
}

function piecesOf({ seconds }: Waiting): number {
  return Math.ceil(seconds / PIECE_S);
}
