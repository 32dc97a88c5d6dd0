/** Who waits, and for how much work. */
export interface Waiting {
  readonly person: string;
  /** The network address they come from. */
  readonly address: string;
  /** About how many seconds of sound. */
  readonly seconds: number;
}

/** How many may wait or be at work at a time. */
export interface LineBounds {
  ofPerson: number;
  ofAddress: number;
  inAll: number;
}

/** Whose share is used up. */
export type Refusal = "person" | "address" | "all";

/**
 * A line in which nobody stands behind all of another's work: the user who was given least is next, and a short piece goes before
 * a long one. Within what one person sent, the shorter goes first, too.
 */
export class FairLine<T extends Waiting> {
  readonly #bounds: LineBounds;
  #waiting: T[] = [];
  #atWork: T[] = [];
  /** Seconds of sound by person, since the line was last empty. */
  readonly #given = new Map<string, number>();

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  /** @returns null when it stands in line now */
  join(piece: T): Refusal | null {
    const all = [...this.#waiting, ...this.#atWork];
    if (all.filter(({ person }) => person === piece.person).length >= this.#bounds.ofPerson) return "person";
    if (all.filter(({ address }) => address === piece.address).length >= this.#bounds.ofAddress)
      return "address";
    if (all.length >= this.#bounds.inAll) return "all";
    this.#waiting.push(piece);
    return null;
  }

  /** Takes the next piece to work; null when nobody waits. Equals go in the order they came. */
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

  /** It is done, or nobody wants it any more. */
  leave(piece: T): void {
    this.#waiting = this.#waiting.filter((other) => other !== piece);
    this.#atWork = this.#atWork.filter((other) => other !== piece);
    if (this.#waiting.length + this.#atWork.length === 0) this.#given.clear();
  }

  /** Everybody leaves. */
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
