import { plainLetters } from "#shared/plain-letters.ts";
import { editDistance } from "#shared/word-likeness.ts";
import { rarity, saturated } from "#shared/features/search/bm25.ts";

/** A searched text of a thing, with its weight: a hit in a name counts more than one in a description. */
export interface SearchedField<Thing> {
  read: (thing: Thing) => string | null;
  boost: number;
}

/** Weight of a prefix match and of a typo, relative to an exact match. */
const BEGUN = 0.375;
const MISSPELT = 0.45;

/**
 * Builds an index over loaded things, once per list; it runs on this phone. Case and accents are ignored; words may be unfinished or
 * misspelled. The function finds the things that contain all words, best match first.
 */
export function wordSearch<Thing>(
  things: readonly Thing[],
  fields: readonly SearchedField<Thing>[],
): (words: string) => Thing[] {
  const index = indexThings(things, fields);
  return (words) => findIn(index, wordsOf(words));
}

/** Weight of each word in each thing that contains it. */
type WordIndex<Thing> = ReadonlyMap<string, ReadonlyMap<Thing, number>>;

function indexThings<Thing>(
  things: readonly Thing[],
  fields: readonly SearchedField<Thing>[],
): WordIndex<Thing> {
  const index = new Map<string, Map<Thing, number>>();
  for (const { read, boost } of fields) {
    const { counts, lengths, meanLength } = countWords(things, (thing) => read(thing) ?? "");
    for (const [word, having] of counts) {
      const weights = index.get(word) ?? new Map<Thing, number>();
      index.set(word, weights);
      const worth = boost * rarity(things.length, having.size);
      for (const [thing, count] of having) {
        const weight = worth * saturated(count, (lengths.get(thing) ?? 0) / meanLength);
        weights.set(thing, (weights.get(thing) ?? 0) + weight);
      }
    }
  }
  return index;
}

/** Counts the words of each thing in one field. */
function countWords<Thing>(things: readonly Thing[], read: (thing: Thing) => string) {
  const counts = new Map<string, Map<Thing, number>>();
  const lengths = new Map<Thing, number>();
  let total = 0;
  for (const thing of things) {
    const words = wordsOf(read(thing));
    lengths.set(thing, words.length);
    total += words.length;
    for (const word of words) {
      const inThings = counts.get(word) ?? new Map<Thing, number>();
      counts.set(word, inThings.set(thing, (inThings.get(thing) ?? 0) + 1));
    }
  }
  return { counts, lengths, meanLength: Math.max(1, total / Math.max(1, things.length)) };
}

/** The things that contain all the words, or similar ones, best match first. */
function findIn<Thing>(index: WordIndex<Thing>, words: readonly string[]): Thing[] {
  let found: Map<Thing, number> | null = null;
  for (const word of new Set(words)) {
    const scores = new Map<Thing, number>();
    for (const [known, weights] of index) {
      const likeness = likenessOf(word, known);
      if (likeness === 0) continue;
      for (const [thing, weight] of weights) {
        if (found !== null && !found.has(thing)) continue;
        scores.set(thing, (scores.get(thing) ?? found?.get(thing) ?? 0) + likeness * weight);
      }
    }
    found = scores;
  }
  return [...(found ?? [])].toSorted(([, one], [, other]) => other - one).map(([thing]) => thing);
}

/**
 * Similarity of a typed word to an indexed one, 0 to 1. The first letter must match, because it is rarely wrong: "bred" is bread and not
 * red.
 */
function likenessOf(typed: string, known: string): number {
  if (typed === known) return 1;
  if (typed[0] !== known[0]) return 0;
  const missing = known.length - typed.length;
  if (known.startsWith(typed)) return (BEGUN * known.length) / (known.length + 0.3 * missing);
  const allowed = allowedSlips(typed);
  if (Math.abs(missing) > allowed) return 0;
  const slips = editDistance(typed, known);
  return slips > allowed ? 0 : (MISSPELT * known.length) / (known.length + slips);
}

/** Number of allowed typos: none in a short word, two in a long one. Numbers must be exact. */
function allowedSlips(typed: string): number {
  if (/\d/.test(typed) || typed.length < 4) return 0;
  return typed.length < 6 ? 1 : 2;
}

/** The words of a text, in plain letters. */
export function wordsOf(text: string): string[] {
  return (
    plainLetters(text)
      .replaceAll("'", "")
      .match(/[\p{L}\p{N}:]+/gu) ?? []
  );
}
