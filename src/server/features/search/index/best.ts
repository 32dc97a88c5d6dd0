/** The best of many places by score, at most `most` of them. */
export class Best {
  readonly #most: number;
  /** A heap with the worst at the top. */
  readonly #scores: Float64Array;
  readonly #places: Int32Array;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
    this.#scores = new Float64Array(most);
    this.#places = new Int32Array(most);
  }

  /** Only scores above this can be among the best. */
  get floor(): number {
    return this.#count < this.#most ? -Infinity : (this.#scores[0] ?? -Infinity);
  }

  offer(place: number, score: number): void {
    if (this.#count < this.#most) {
      this.#up(this.#count, place, score);
      this.#count += 1;
    } else if (score > this.floor) {
      this.#down(place, score);
    }
  }

  /** Unordered. */
  places(): Int32Array {
    return this.#places.subarray(0, this.#count);
  }

  #put(at: number, place: number, score: number): void {
    this.#places[at] = place;
    this.#scores[at] = score;
  }

  #up(from: number, place: number, score: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#scores[parent] ?? 0;
      if (above <= score) break;
      this.#put(at, this.#places[parent] ?? 0, above);
      at = parent;
    }
    this.#put(at, place, score);
  }

  #down(place: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#count) break;
      if (child + 1 < this.#count && (this.#scores[child + 1] ?? 0) < (this.#scores[child] ?? 0)) child += 1;
      const below = this.#scores[child] ?? 0;
      if (below >= score) break;
      this.#put(at, this.#places[child] ?? 0, below);
      at = child;
    }
    this.#put(at, place, score);
  }
}
