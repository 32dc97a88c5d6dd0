/** A waiting piece of work: whose it is, and how long. */
export interface Waiting {
  readonly person: string;
  /** The network address of the client. */
  readonly address: string;
  /** Approximate seconds of sound. */
  readonly seconds: number;
}

/** Maximum pieces that may wait or be processed at a time. */
export interface LineBounds {
  ofPerson: number;
  ofAddress: number;
  inAll: number;
}

/** The limit that is reached. */
export type Refusal = "person" | "address" | "all";

/**
 * A fair queue. The user who has received least is next, and short pieces go before long ones, so nobody waits behind all the
 * work of another user. Among the pieces of one user, shorter ones go first too.
 */
export class FairLine<T extends Waiting> {
  readonly #bounds: LineBounds;
  #waiting: T[] = [];
  #atWork: T[] = [];
  /** Seconds of sound by person, since the queue was last empty. */
  readonly #given = new Map<string, number>();

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  /** @returns null when the piece was queued */
  join(piece: T): Refusal | null {
    const all = [...this.#waiting, ...this.#atWork];
    if (all.filter(({ person }) => person === piece.person).length >= this.#bounds.ofPerson) return "person";
    if (all.filter(({ address }) => address === piece.address).length >= this.#bounds.ofAddress)
      return "address";
    if (all.length >= this.#bounds.inAll) return "all";
    this.#waiting.push(piece);
    return null;
  }

  /** Takes the next piece to process; null when the queue is empty. Equal pieces go in order of arrival. */
  next(): T | null {
    const [first, ...others] = this.#waiting;
    if (first === undefined) return null;
    const chosen = others.reduce(
      (best, other) => (this.#costOf(other) < this.#costOf(best) ? other : best),
      first,
    );
    this.#waiting = this.#waiting.filter((piece) => piece !== chosen);
    this.#atWork.push(chosen);
    this.#given.set(chosen.person, this.#costOf(chosen));
    return chosen;
  }

  /** Removes a piece that is done or no longer wanted. */
  leave(piece: T): void {
    this.#waiting = this.#waiting.filter((other) => other !== piece);
    this.#atWork = this.#atWork.filter((other) => other !== piece);
    if (this.#waiting.length + this.#atWork.length === 0) this.#given.clear();
  }

  /** Removes all pieces. */
  clear(): T[] {
    const all = [...this.#atWork, ...this.#waiting];
    for (const piece of all) this.leave(piece);
    return all;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  #costOf({ person, seconds }: T): number {
    return (this.#given.get(person) ?? 0) + seconds;
  }
}
