import { editDistance } from "#shared/word-likeness.ts";
import { questionTerms, searchTerms } from "./search-terms.ts";

/** Something that can be found, in the order in which it was said. */
export interface Findable {
  id: string;
  text: string;
  /** When it was said, in milliseconds. */
  at: number;
}

export interface WordIndex {
  readonly entries: readonly Findable[];
  /** Term to the places of the entries that have it, and how often. */
  readonly postings: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Terms of each entry. */
  readonly lengths: readonly number[];
  readonly meanLength: number;
  /** Place of an entry by its id. */
  readonly places: ReadonlyMap<string, number>;
}

export interface Found {
  id: string;
  /** Orders what was found for one question; not comparable between questions. */
  score: number;
  /** It, or what was said right before or after it, has a word of the question. */
  hasWords: boolean;
}

/** BM25's own usual constants; what is said in a talk is short, so length counts little. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.4;
/** What a word that is only spelled alike, or only begun, is worth. */
const ALIKE = 0.6;
const SHORTEST_ALIKE = 4;
/** What is the best of mere guesses worth beside the least of what has a word. */
const BELOW = 0.9;
/** What was said in between belongs to another talk. */
const TALK_GAP_MS = 60 * 60_000;

/** @param entries oldest first */
export function indexWords(entries: readonly Findable[]): WordIndex {
  const postings = new Map<string, Map<number, number>>();
  const lengths: number[] = [];
  for (const [place, { text }] of entries.entries()) {
    const terms = searchTerms(text);
    lengths.push(terms.length);
    for (const term of terms) {
      const counts = postings.get(term) ?? new Map<number, number>();
      counts.set(place, (counts.get(place) ?? 0) + 1);
      postings.set(term, counts);
    }
  }
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const places = new Map(entries.map(({ id }, place) => [id, place]));
  return { entries, postings, lengths, meanLength: Math.max(1, total / Math.max(1, entries.length)), places };
}

/** How much meaning and neighbours count beside words. Measured in bench/memory-search.bench.ts. */
export interface Weights {
  /** Of the nearness in meaning, which is from 0 to 1; words are from 0 to 1 as well. */
  meaning: number;
  /** What the better neighbour in the same talk adds. */
  neighbour: number;
}
const defaultWeights: Weights = { meaning: 1.5, neighbour: 0.4 };
/** Cosine taken for granted of what has no vector, where too few of those beside it have one to tell. */
const USUAL_COSINE = 0.25;
/** How much nearer in meaning what has all words of a question is, on average, than what has none. */
const NEARER_BY_WORDS = 0.3;
/** Vectors from which on they tell what is usual. */
const ENOUGH_VECTORS = 8;

/**
 * Everything with a word of the question or near to it in meaning, best first. In a talk the answer often stands beside the
 * words that were asked for, so what was said right before and after something found counts as well.
 * @param meanings cosine by id; empty where nothing knows meanings, as on a phone
 */
export function findByWords(
  index: WordIndex,
  question: string,
  meanings: ReadonlyMap<string, number> = new Map(),
  weights: Weights = defaultWeights,
): Found[] {
  const words = wordScores(index, question);
  const cosines = new Map<number, number>();
  for (const [id, cosine] of meanings) {
    const place = index.places.get(id);
    if (place !== undefined) cosines.set(place, Math.max(0, cosine));
  }
  const scores = new Map([...cosines].map(([place, cosine]) => [place, weights.meaning * cosine]));
  // What has no vector yet is taken to be as near as its words say, neither above nor below what has one.
  const usual = usualCosine(cosines);
  const unseen = (score: number) => (cosines.size === 0 ? 0 : usual + NEARER_BY_WORDS * score);
  for (const [place, score] of words)
    scores.set(place, score + (scores.get(place) ?? weights.meaning * unseen(score)));
  const reached = new Set(scores.keys());
  for (const place of scores.keys()) for (const beside of neighbours(index, place)) reached.add(beside);
  const found: Found[] = [];
  for (const place of reached) {
    const entry = index.entries[place];
    if (entry === undefined) continue;
    const beside = neighbours(index, place);
    const best = Math.max(0, ...beside.map((other) => scores.get(other) ?? 0));
    const score = (scores.get(place) ?? 0) + weights.neighbour * best;
    const hasWords = words.has(place) || beside.some((other) => words.has(other));
    found.push({ id: entry.id, score, hasWords });
  }
  return found.toSorted((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
}

/** What is usual for this question here. */
function usualCosine(cosines: ReadonlyMap<number, number>): number {
  if (cosines.size < ENOUGH_VECTORS) return USUAL_COSINE;
  return [...cosines.values()].reduce((sum, cosine) => sum + cosine, 0) / cosines.size;
}

/** How much of a question an entry has. */
export interface WordShare {
  /** From 0 to 1: of the question's words, rare ones counting more. */
  share: number;
  /** The part of it that is mere likeness in spelling. */
  spelled: number;
}

/** For each place in the index with a word of the question; counted as the chat's search counts on the server. */
export function wordShares(index: WordIndex, question: string): Map<number, WordShare> {
  const shares = new Map<number, WordShare>();
  let whole = 0;
  for (const term of questionTerms(question)) {
    const exact = index.postings.get(term);
    const weight = rarity(index, exact?.size ?? 0);
    whole += weight;
    if (exact !== undefined) {
      for (const place of exact.keys()) add(shares, place, weight, 0);
      continue;
    }
    // Of several words that are alike, one counts.
    const alike = new Set<number>();
    for (const found of termsLike(index, term))
      for (const place of index.postings.get(found)?.keys() ?? []) alike.add(place);
    for (const place of alike) add(shares, place, weight * ALIKE, weight * ALIKE);
  }
  for (const [place, { share, spelled }] of shares)
    shares.set(place, { share: share / whole, spelled: spelled / whole });
  return shares;
}

function add(shares: Map<number, WordShare>, place: number, share: number, spelled: number): void {
  const before = shares.get(place) ?? { share: 0, spelled: 0 };
  shares.set(place, { share: before.share + share, spelled: before.spelled + spelled });
}

/**
 * BM25 of each entry with a word of the question, from 0 to 1: against all of its words said once. What has only words that are
 * spelled alike stands below everything that has one of the question's own.
 */
function wordScores(index: WordIndex, question: string): Map<number, number> {
  const [exact, guessed] = [new Map<number, number>(), new Map<number, number>()];
  let whole = 0;
  for (const term of questionTerms(question)) {
    const isKnown = index.postings.has(term);
    const spelled = isKnown ? [term] : termsLike(index, term);
    const worth = isKnown ? 1 : ALIKE;
    // A word nobody wrote is as rare as can be, and missed by all.
    if (spelled.length === 0) whole += rarity(index, 0);
    let rarest = 0;
    for (const found of spelled) {
      const counts = index.postings.get(found) ?? new Map<number, number>();
      const idf = rarity(index, counts.size) * worth;
      rarest = Math.max(rarest, idf);
      const scores = isKnown ? exact : guessed;
      for (const [place, count] of counts)
        scores.set(place, (scores.get(place) ?? 0) + idf * saturated(index, place, count));
    }
    whole += rarest;
  }
  const least = exact.size === 0 ? Infinity : Math.min(...exact.values());
  const most = Math.max(0, ...[...guessed].map(([place, score]) => (exact.has(place) ? 0 : score)));
  const shrunk = most < least ? 1 : (BELOW * least) / most;
  const scores = new Map<number, number>();
  for (const [place, score] of exact) scores.set(place, (score + (guessed.get(place) ?? 0)) / whole);
  for (const [place, score] of guessed) if (!exact.has(place)) scores.set(place, (score * shrunk) / whole);
  return scores;
}

function rarity({ entries }: WordIndex, documents: number): number {
  return Math.log(1 + (entries.length - documents + 0.5) / (documents + 0.5));
}

function saturated(index: WordIndex, place: number, count: number): number {
  const length = (index.lengths[place] ?? 0) / index.meanLength;
  return (count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length));
}

/** Terms that begin so or are one slip of the hand away, for a word nobody wrote. */
function termsLike({ postings }: WordIndex, term: string): string[] {
  if (term.length < SHORTEST_ALIKE) return [];
  return [...postings.keys()].filter((known) => known.startsWith(term) || isOneSlip(known, term));
}

function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one.length < SHORTEST_ALIKE) return false;
  // Another first letter makes another word ("near", "hear"), unless it changed places with the second.
  const isSwapped = one[0] === other[1] && one[1] === other[0];
  return (one[0] === other[0] || isSwapped) && editDistance(one, other) <= 1;
}

function neighbours({ entries }: WordIndex, place: number): number[] {
  const at = entries[place]?.at ?? 0;
  return [place - 1, place + 1].filter((beside) => {
    const other = entries[beside];
    return other !== undefined && Math.abs(other.at - at) <= TALK_GAP_MS;
  });
}
