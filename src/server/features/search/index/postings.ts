/** The documents that contain a word. Places only grow, so a new one is appended. */
interface Posting {
  places: Uint32Array;
  count: number;
}

/** Words and the places of the documents that contain them. */
export class Postings {
  /** Most words are in only one document, for which a number takes the least memory. */
  readonly #postings = new Map<string, number | Posting>();
  #bytes = 0;

  /** Approximate bytes used, without the words themselves. */
  get bytes(): number {
    return this.#bytes + this.#postings.size * MAP_ENTRY_BYTES;
  }

  /**
   * @param place higher than every earlier place
   * @returns whether the word is new
   */
  add(word: string, place: number): boolean {
    const known = this.#postings.get(word);
    if (known === undefined) {
      this.#postings.set(word, place);
    } else if (typeof known === "number") {
      this.#postings.set(word, { places: Uint32Array.of(known, place, 0, 0), count: 2 });
      this.#bytes += POSTING_BYTES;
    } else {
      const before = known.places.byteLength;
      known.places = withRoom(known.places, known.count + 1);
      known.places[known.count] = place;
      known.count += 1;
      this.#bytes += known.places.byteLength - before;
    }
    return known === undefined;
  }

  /** Places of the documents with a word, ascending. Only valid until the next change. */
  placesOf(word: string): Uint32Array {
    const known = this.#postings.get(word);
    if (known === undefined) return NONE;
    return typeof known === "number" ? Uint32Array.of(known) : known.places.subarray(0, known.count);
  }
}

const NONE = new Uint32Array();
/** Measured on Node 24. */
const MAP_ENTRY_BYTES = 60;
const POSTING_BYTES = 150;

type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** A typed array with room for at least `length` numbers: the given one, or a copy of twice the size. */
export function withRoom<T extends Numbers>(numbers: T, length: number): T {
  if (length <= numbers.length) return numbers;
  const longer = new (numbers.constructor as new (length: number) => T)(Math.max(length, numbers.length * 2));
  longer.set(numbers as never);
  return longer;
}
