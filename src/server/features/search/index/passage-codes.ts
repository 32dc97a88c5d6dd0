import { withRoom } from "./postings.ts";
import { SignCodes } from "./sign-codes.ts";

/** Values from -7 to 7. */
const MOST = 7;
const MIDDLE = 8;

/**
 * Vectors in a sixth of their size: the sign of each number for comparing all of them, and four bits of it for comparing some more closely.
 * Four bits change a cosine of the embedded model by less than 0.02. For an exact value, query the database.
 */
export class PassageCodes {
  readonly dimensions: number;
  readonly #signs: SignCodes;
  readonly #bytesEach: number;
  #quarters: Uint8Array;
  /** Factors that turn the sum of products of the four-bit values into a cosine, if the query has length 1. */
  #factors = new Float32Array(256);
  #lengths = new Float32Array(256);
  #count = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#signs = new SignCodes(dimensions);
    this.#bytesEach = Math.ceil(dimensions / 2);
    this.#quarters = new Uint8Array(256 * this.#bytesEach);
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return (
      this.#signs.bytes + this.#quarters.byteLength + this.#factors.byteLength + this.#lengths.byteLength
    );
  }

  /** @returns the place of the vector */
  add(vector: Float32Array): number {
    const place = this.#count;
    this.#count += 1;
    this.#quarters = withRoom(this.#quarters, this.#count * this.#bytesEach);
    this.#factors = withRoom(this.#factors, this.#count);
    this.#lengths = withRoom(this.#lengths, this.#count);
    this.#signs.set(place, vector);
    let [largest, squares] = [0, 0];
    for (const number of vector) {
      largest = Math.max(largest, Math.abs(number));
      squares += number * number;
    }
    const scale = largest === 0 ? 0 : MOST / largest;
    let coded = 0;
    const step = (index: number) => {
      const four = Math.round((vector[index] ?? 0) * scale);
      coded += four * four;
      return four + MIDDLE;
    };
    for (let at = 0; at < this.#bytesEach; at += 1)
      this.#quarters[place * this.#bytesEach + at] = (step(2 * at) << 4) | step(2 * at + 1);
    this.#factors[place] = coded === 0 ? 0 : 1 / Math.sqrt(coded);
    this.#lengths[place] = Math.sqrt(squares);
    return place;
  }

  /** The number of signs in which each vector differs from the query. The array is overwritten by the next call. */
  distances(question: Float32Array): Uint16Array {
    return this.#signs.distances(question, this.#count);
  }

  /** The approximate cosine of one vector and the query. @param direction of length 1 */
  cosine(place: number, direction: Float32Array): number {
    const start = place * this.#bytesEach;
    const quarters = this.#quarters;
    let sum = 0;
    for (let at = 0; at < this.#bytesEach; at += 1) {
      const pair = quarters[start + at] ?? 0;
      sum +=
        ((pair >> 4) - MIDDLE) * (direction[2 * at] ?? 0) +
        ((pair & 15) - MIDDLE) * (direction[2 * at + 1] ?? 0);
    }
    return sum * (this.#factors[place] ?? 0);
  }

  lengthOf(place: number): number {
    return this.#lengths[place] ?? 0;
  }
}
