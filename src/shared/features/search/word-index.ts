import { editDistance } from "#shared/word-likeness.ts";
import { rarity, saturated } from "./bm25.ts";
import { questionTerms, searchWords } from "./search-terms.ts";

/** A searchable entry. Entries are indexed in chronological order. */
export interface Findable {
  id: string;
  text: string;
  /** When it was said, in milliseconds since the epoch. */
  at: number;
}

export interface WordIndex {
  readonly entries: readonly Findable[];
  /** Maps a term to the positions of the entries that contain it, with its count in each. */
  readonly postings: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Each word as written, and its term. */
  readonly words: ReadonlyMap<string, string>;
  /** Number of terms in each entry. */
  readonly lengths: readonly number[];
  readonly meanLength: number;
  /** Position of an entry by its id. */
  readonly places: ReadonlyMap<string, number>;
}

export interface Found {
  id: string;
  /** Sort key for the results of one question; not comparable between questions. */
  score: number;
  /** It, or a neighbor in the same talk, contains a word of the question. */
  hasWords: boolean;
}

/** Weight of a fuzzy match: a word with similar spelling, or one that starts with the search term. */
const ALIKE = 0.6;
const SHORTEST_ALIKE = 4;
/** Longer words may have two typos. */
const SHORTEST_WITH_TWO = 7;
/** The maximum score of entries with fuzzy matches only, as a share of the lowest score of an entry with an exact match. */
const BELOW = 0.9;
/** Entries farther apart in time belong to different talks. */
const TALK_GAP_MS = 60 * 60_000;

/** @param entries oldest first */
export function indexWords(entries: readonly Findable[]): WordIndex {
  const postings = new Map<string, Map<number, number>>();
  const words = new Map<string, string>();
  const lengths: number[] = [];
  for (const [place, { text }] of entries.entries()) {
    const wordsOfText = searchWords(text);
    lengths.push(wordsOfText.length);
    for (const { word, term } of wordsOfText) {
      words.set(word, term);
      const counts = postings.get(term) ?? new Map<number, number>();
      counts.set(place, (counts.get(place) ?? 0) + 1);
      postings.set(term, counts);
    }
  }
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const places = new Map(entries.map(({ id }, place) => [id, place]));
  const meanLength = Math.max(1, total / Math.max(1, entries.length));
  return { entries, postings, words, lengths, meanLength, places };
}

/** Weights of meaning and neighbors relative to words. Measured in bench/memory-search.bench.ts. */
export interface Weights {
  /** Weight of similarity in meaning. Both that and the word score range from 0 to 1. */
  meaning: number;
  /** Share of the better neighbor's score in the same talk that is added. */
  neighbour: number;
}
const defaultWeights: Weights = { meaning: 1.5, neighbour: 0.4 };
/** Cosine assumed for an entry without a vector, when too few other entries have one to estimate it. */
const USUAL_COSINE = 0.25;
/** Average difference in cosine between entries with all words of a question and entries with none. */
const NEARER_BY_WORDS = 0.3;
/** Number of vectors needed to estimate the usual cosine. */
const ENOUGH_VECTORS = 8;

/**
 * Entries that contain a word of the question or are close to it in meaning, best first. In a talk the answer is often next to the words of
 * the question, so the entries right before and after a match also count.
 * @param meanings cosine by id; empty when there are no vectors, as on a phone
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
  // Estimates the cosine of an entry without a vector from its words, so that it ranks neither above nor below those with one.
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

/** The mean cosine for this question among the given entries. */
function usualCosine(cosines: ReadonlyMap<number, number>): number {
  if (cosines.size < ENOUGH_VECTORS) return USUAL_COSINE;
  return [...cosines.values()].reduce((sum, cosine) => sum + cosine, 0) / cosines.size;
}

/** The share of a question's words that an entry contains. */
export interface WordShare {
  /** From 0 to 1, with rare words counting more. */
  share: number;
  /** The part of `share` that comes from fuzzy matches. */
  spelled: number;
}

/** The share for each position in the index with a word of the question, calculated like the chat's search on the server. */
export function wordShares(index: WordIndex, question: string): Map<number, WordShare> {
  const shares = new Map<number, WordShare>();
  let whole = 0;
  for (const [term, word] of questionTerms(question)) {
    const exact = index.postings.get(term);
    const weight = rarity(index.entries.length, exact?.size ?? 0);
    whole += weight;
    if (exact !== undefined) {
      for (const place of exact.keys()) add(shares, place, weight, 0);
      continue;
    }
    // Several similar words in one entry count once.
    const alike = new Set<number>();
    for (const found of termsLike(index, term, word))
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
 * BM25 score of each entry with a word of the question, from 0 to 1, relative to an entry with each of its words once. Entries with fuzzy
 * matches only rank below all entries with an exact match.
 */
function wordScores(index: WordIndex, question: string): Map<number, number> {
  const [exact, guessed] = [new Map<number, number>(), new Map<number, number>()];
  let whole = 0;
  for (const [term, word] of questionTerms(question)) {
    const isKnown = index.postings.has(term);
    const spelled = isKnown ? [term] : [...termsLike(index, term, word)];
    const worth = isKnown ? 1 : ALIKE;
    // A word that occurs nowhere counts as the rarest possible word, missed by every entry.
    if (spelled.length === 0) whole += rarity(index.entries.length, 0);
    let rarest = 0;
    for (const found of spelled) {
      const counts = index.postings.get(found) ?? new Map<number, number>();
      const idf = rarity(index.entries.length, counts.size) * worth;
      rarest = Math.max(rarest, idf);
      const scores = isKnown ? exact : guessed;
      for (const [place, count] of counts)
        scores.set(
          place,
          (scores.get(place) ?? 0) + idf * saturated(count, (index.lengths[place] ?? 0) / index.meanLength),
        );
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

/**
 * Fuzzy matches for a word that occurs nowhere: terms that start with it or are one typo away, as terms or as words. The stem of
 * "genrator" is not like that of "generator", while the words are.
 */
function termsLike({ words }: WordIndex, term: string, word: string): ReadonlySet<string> {
  const alike = new Set<string>();
  const one = singular(word);
  const slips = one.length < SHORTEST_WITH_TWO ? 1 : 2;
  for (const [known, its] of words) {
    const isStart = term.length >= SHORTEST_ALIKE && its.startsWith(term);
    if (isStart || isAlike(its, term, 1) || isAlike(singular(known), one, slips)) alike.add(its);
  }
  return alike;
}

function singular(word: string): string {
  return word.length > SHORTEST_ALIKE && word.endsWith("s") ? word.slice(0, -1) : word;
}

function isAlike(one: string, other: string, slips: number): boolean {
  const shorter = Math.min(one.length, other.length);
  if (Math.abs(one.length - other.length) > slips || shorter < SHORTEST_ALIKE) return false;
  // A different first letter is a different word ("near", "gear"), unless it is swapped with the second.
  const isSwapped = one[0] === other[1] && one[1] === other[0];
  return (one[0] === other[0] || isSwapped) && editDistance(one, other) <= slips;
}

function neighbours({ entries }: WordIndex, place: number): number[] {
  const at = entries[place]?.at ?? 0;
  return [place - 1, place + 1].filter((beside) => {
    const other = entries[beside];
    return other !== undefined && Math.abs(other.at - at) <= TALK_GAP_MS;
  });
}
