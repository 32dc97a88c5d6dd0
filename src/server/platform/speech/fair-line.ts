/** Seconds of sound that are processed at a time; then other recordings may be next. */
export const PIECE_S = 10;

/** A waiting recording with its owner and length. */
export interface Waiting {
  readonly person: string;
  /** Its source: a network address or a substitute for it. A whole camp may share one. */
  readonly network: string;
  /** Approximate seconds of sound that are left. */
  seconds: number;
  /** Processing has begun. It takes memory between its pieces. */
  isBegun: boolean;
}

/** Maximum recordings at a time. */
export interface LineBounds {
  ofPerson: number;
  inAll: number;
  /** Recordings in progress, including the one being processed. */
  begun: number;
}

/** A recording without a place: the new one or, when the line is full, one of a user or network with too many. */
export interface Refused<T> {
  recording: T;
  /** The limit that was reached. */
  limit: "ofPerson" | "inAll";
}

/**
 * A fair queue that serves recordings piece by piece. The user who was served least is next, and short recordings go before long ones, so
 * no user waits behind all the work of another. Among the recordings of one user, shorter ones go first too.
 */
export class FairLine<T extends Waiting> {
  readonly #bounds: LineBounds;
  #waiting: T[] = [];
  #atWork: T[] = [];
  /** Seconds of sound processed per person since the queue was last empty. */
  readonly #served = new Map<string, number>();
  /** The least that any person in the queue was served. Newcomers begin there, so that earlier users are not behind all of them. */
  #level = 0;

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  /** @returns the recording without a place: this one, or the one that it replaces */
  join(recording: T): Refused<T> | null {
    const { person } = recording;
    const count = this.#countOf(person);
    if (count >= this.#bounds.ofPerson) return { recording, limit: "ofPerson" };
    const leaving = this.#all.length < this.#bounds.inAll ? null : this.#whoLeavesFor(recording);
    if (leaving === recording) return { recording, limit: "inAll" };
    if (leaving !== null) this.#remove(leaving);
    if (count === 0) this.#served.set(person, Math.max(this.#servedTo(person), this.#level));
    this.#waiting.push(recording);
    return leaving === null ? null : { recording: leaving, limit: "inAll" };
  }

  /**
   * Takes the recording whose next piece is processed; null when the queue is empty. Equal ones are taken in order of arrival. One that
   * would exceed the limit of recordings in progress waits, unless it is shorter than the rest of another: that one gives way.
   */
  next(): T | null {
    const longest = this.whoGivesWay();
    const [first, ...others] = this.#waiting.filter(
      ({ isBegun, seconds }) => longest === null || isBegun || seconds < longest.seconds,
    );
    if (first === undefined) return null;
    const chosen = others.reduce((best, other) => (this.#isBefore(other, best) ? other : best), first);
    this.#level = Math.min(...this.#all.map(({ person }) => this.#servedTo(person)));
    this.#waiting = this.#waiting.filter((recording) => recording !== chosen);
    this.#atWork.push(chosen);
    this.#served.set(chosen.person, this.#costOf(chosen));
    return chosen;
  }

  /** The recording in progress, among the waiting ones, with most sound left, which has to start over; null while another may be begun. */
  whoGivesWay(): T | null {
    const begun = this.#waiting.filter(({ isBegun }) => isBegun);
    if (begun.length < this.#bounds.begun) return null;
    return begun.reduce((most, other) => (other.seconds > most.seconds ? other : most));
  }

  /** Lets a recording at work wait for its next piece. */
  waitAgain(recording: T): void {
    const left = recording.seconds - PIECE_S;
    recording.seconds = left > 0 ? left : Infinity; // it is longer than expected, and its length is unknown
    this.#remove(recording);
    this.#waiting.push(recording);
  }

  /** Removes a recording that is finished or no longer needed. */
  leave(recording: T): void {
    this.#remove(recording);
    if (this.#all.length > 0) return;
    this.#served.clear();
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

  /**
   * The network with most recordings loses one, so that no stranger fills the line with many accounts. Within it, every user's first
   * recording counts before any user's second, and then one with fewer pieces left.
   */
  #whoLeavesFor(recording: T): T {
    const others = this.#waiting.filter(({ person }) => person !== recording.person);
    const all = [...this.#all, recording];
    const ofNetwork = ({ network }: T) => all.filter((other) => other.network === network).length;
    const ofPerson = ({ person }: T) => all.filter((other) => other.person === person).length;
    return others.reduce((most, other) => {
      const difference =
        ofNetwork(other) - ofNetwork(most) ||
        ofPerson(other) - ofPerson(most) ||
        piecesOf(other) - piecesOf(most);
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
    return this.#servedTo(person) + Math.min(PIECE_S, seconds);
  }

  #servedTo(person: string): number {
    return this.#served.get(person) ?? 0;
  }
}

function piecesOf({ seconds }: Waiting): number {
  return Math.ceil(seconds / PIECE_S);
}
