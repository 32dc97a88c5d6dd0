import { plainLetters } from "#shared/plain-letters.ts";
import { Postings } from "./postings.ts";

// The same algorithm as pg_trgm, so that a search finds the same misspelled titles as an SQL statement would. A word's trigrams
// are those of the word with two spaces before and one after it.

/** Minimum similarity of a word to a part of a title's word for the two to be compared at all (word_similarity). */
const LEAST_IN_PART = 0.5;
/** Minimum similarity (strict_word_similarity) of a misspelled word and a word of a title. */
const LEAST_ALIKE = 0.4;

const WORDS = /[\p{L}\p{N}]+/gu;

/** The words of all titles, with a search for those spelled like a word that is in no document. */
export class TitleWords {
  readonly #documents = new Postings();
  readonly #words: string[] = [];
  /** Numbers of the words that contain each trigram. */
  readonly #having = new Map<string, number[]>();

  /** Approximate bytes used. */
  get bytes(): number {
    return this.#documents.bytes + this.#words.length * WORD_BYTES;
  }

  /** @param place higher than every earlier place */
  add(title: string, place: number): void {
    for (const word of new Set(wordsOf(title))) {
      if (this.#documents.add(word, place)) this.#learn(word);
    }
  }

  /** Similarity of a title's word, from 0.4 to 1, by the document's place. */
  alike(misspelt: string): Map<number, number> {
    const likeness = new Map<number, number>();
    const note = (places: Iterable<number>, value: number) => {
      for (const place of places) likeness.set(place, Math.max(value, likeness.get(place) ?? 0));
    };
    for (const written of wordsOf(misspelt)) {
      const asked = trigramsOf(written);
      for (const [word, shared] of this.#sharing(asked)) {
        const value = shared / (asked.length + trigramsOf(word).length - shared);
        if (value >= LEAST_ALIKE && inPart(asked, word) >= LEAST_IN_PART)
          note(this.#documents.placesOf(word), value);
      }
      for (const [first, second] of splits(written)) {
        const both = new Set(this.#documents.placesOf(second));
        if (both.size === 0) continue;
        const parts = new Set([...trigramsOf(first), ...trigramsOf(second)]);
        const shared = asked.filter((trigram) => parts.has(trigram)).length;
        const value = shared / (asked.length + parts.size - shared);
        if (value >= LEAST_IN_PART)
          note(
            this.#documents.placesOf(first).filter((place) => both.has(place)),
            value,
          );
      }
    }
    return likeness;
  }

  #learn(word: string): void {
    const number = this.#words.push(word) - 1;
    for (const trigram of trigramsOf(word)) {
      const having = this.#having.get(trigram);
      if (having === undefined) this.#having.set(trigram, [number]);
      else having.push(number);
    }
  }

  /** Words with at least one of these trigrams, each with the number it shares. */
  *#sharing(trigrams: readonly string[]): Generator<[string, number]> {
    const shared = new Map<number, number>();
    for (const trigram of trigrams) {
      for (const number of this.#having.get(trigram) ?? []) shared.set(number, (shared.get(number) ?? 0) + 1);
    }
    for (const [number, count] of shared) {
      // Words that share fewer cannot be similar enough, however short they are.
      if (count >= LEAST_ALIKE * trigrams.length) yield [this.#words[number] ?? "", count];
    }
  }
}

/** The greatest similarity of the given trigrams to any consecutive trigrams of a word. */
function inPart(asked: readonly string[], word: string): number {
  const wanted = new Set(asked);
  const trigrams = trigramsInOrder(word);
  let best = 0;
  for (let start = 0; start < trigrams.length; start += 1) {
    const part = new Set<string>();
    let shared = 0;
    for (const trigram of trigrams.slice(start)) {
      if (!part.has(trigram) && wanted.has(trigram)) shared += 1;
      part.add(trigram);
      best = Math.max(best, shared / (wanted.size + part.size - shared));
    }
  }
  return best;
}

/** Splits of a word that may be two words of a title written as one. */
function splits(word: string): [string, string][] {
  return Array.from({ length: Math.max(0, word.length - 3) }, (_, index) => [
    word.slice(0, index + 2),
    word.slice(index + 2),
  ]);
}

function wordsOf(text: string): string[] {
  return plainLetters(text).match(WORDS) ?? [];
}

function trigramsOf(word: string): string[] {
  return [...new Set(trigramsInOrder(word))];
}

function trigramsInOrder(word: string): string[] {
  const padded = `  ${word} `;
  return Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3));
}

/** Bytes of a word and its entries under about eight trigrams, measured on Node 24. */
const WORD_BYTES = 150;
