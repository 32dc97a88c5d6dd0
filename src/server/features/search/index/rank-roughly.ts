import { METRES_PER_DEGREE } from "#shared/distance.ts";
import {
  CONNECTED_WEIGHT,
  COSINE_OF_ALL_WORDS,
  KEYWORD_WEIGHT,
  NEARNESS_WEIGHT,
  scoreOf,
  SPELLING_WEIGHT,
  TITLE_WEIGHT,
} from "#shared/features/search/ranking-weights.ts";
import type { Admitted, Scope } from "./audiences.ts";
import { Best } from "./best.ts";
import type { PassageCodes } from "./passage-codes.ts";
import type { SearchIndex } from "./search-index.ts";

export type Metric = "cosine" | "dot" | "euclidean";

/** A query in the form for the index. */
export interface IndexQuestion extends Scope {
  /** Null: by words only. */
  meaning: { vector: Float32Array; model: string } | null;
  metric?: Metric;
  /** Communities whose documents rank slightly higher. */
  connected?: readonly string[];
  near?: { latitude: number; longitude: number } | null;
}

/** A word of the query: stemmed by Postgres' dictionary, and as written. */
export interface QuestionWord {
  lexeme: string;
  written: string;
}

export interface WeighedWord extends QuestionWord {
  /** Number of visible documents that contain it. */
  documents: number;
  /** BM25's idf over the visible documents, so that it reveals nothing about other users' documents. */
  idf: number;
}

export interface Candidate {
  id: string;
  share: number;
  spelledShare: number;
  titleShare: number;
  isConnected: boolean;
}

/** Shorter words are similar by chance. */
const SHORTEST_MISSPELT = 4;
/** Number of candidates left after comparing the signs of all vectors. */
const MOST_LOOKED_AT_CLOSELY = 1_500;

export function weighWords(
  index: SearchIndex,
  admitted: Admitted,
  words: readonly QuestionWord[],
): WeighedWord[] {
  return words.map((word) => {
    let documents = 0;
    for (const place of index.words.placesOf(word.lexeme))
      documents += admitted.audiences[index.audienceAt(place)] ?? 0;
    return {
      ...word,
      documents,
      idf: Math.log(1 + (admitted.documents - documents + 0.5) / (documents + 0.5)),
    };
  });
}

/**
 * Candidates for the best documents, unordered: ranked by the same sum as the exact ranking, with an approximate cosine. Only admitted
 * documents are compared, so no others occupy places.
 * @param most number of candidates; if there are fewer documents, all are returned
 */
export function rankRoughly(
  index: SearchIndex,
  question: IndexQuestion,
  found: { admitted: Admitted; words: readonly WeighedWord[]; most: number },
): Candidate[] {
  const shares = sharesOf(index, found);
  const spelled = spelledSharesOf(index, found, shares);
  // Computed on demand: it is slow, and not needed once all documents have vectors.
  let titles: Map<number, number> | null = null;
  const titleShareAt = (place: number) => (titles ??= titleSharesOf(index, found)).get(place) ?? 0;
  const isConnected = index.belongsTo(question.connected ?? []);
  const metres = distanceFrom(index, question.near ?? null);
  const mostAdded = NEARNESS_WEIGHT * (question.near ? 1 : 0) + CONNECTED_WEIGHT;
  const offer = (best: Best, place: number, similarity: number | null) => {
    const share = shares.get(place);
    const most =
      (similarity ?? COSINE_OF_ALL_WORDS * share + TITLE_WEIGHT) + (KEYWORD_WEIGHT + SPELLING_WEIGHT) * share;
    if (most + mostAdded <= best.floor) return; // so that the rest is computed for only a few
    const spelledShare = spelled.get(place) ?? 0;
    const titleShare = similarity === null ? titleShareAt(place) : 0;
    const [distance, connected] = [metres(place), isConnected(place)];
    best.offer(
      place,
      scoreOf({ similarity, share, spelledShare, titleShare, metres: distance, isConnected: connected }),
    );
  };
  const best = new Best(found.most);
  const { codes } = index;
  const { meaning } = question;
  if (codes === null || meaning === null || meaning.vector.length !== codes.dimensions) {
    for (const place of shares.places) offer(best, place, null);
  } else {
    const measure = measureBy(codes, meaning.vector, question.metric ?? "cosine");
    const near = new Best(Math.max(MOST_LOOKED_AT_CLOSELY, found.most));
    const { audiences } = found.admitted;
    const { audience, firstPassage, passages } = index.columns;
    for (let place = 0; place < index.end; place += 1) {
      if (audiences[audience[place] ?? 0] !== 1) continue;
      const count = passages[place] ?? 0;
      const share = shares.get(place);
      if (count === 0) {
        if (share > 0) offer(near, place, null);
        continue;
      }
      const similarity = measure.roughly(firstPassage[place] ?? 0, count);
      if (share > 0 || similarity + mostAdded > near.floor) offer(near, place, similarity);
    }
    for (const place of near.places()) {
      const count = passages[place] ?? 0;
      offer(best, place, count === 0 ? null : measure.closely(firstPassage[place] ?? 0, count));
    }
  }
  return Array.from(best.places(), (place) => ({
    id: index.idAt(place),
    share: shares.get(place),
    spelledShare: spelled.get(place) ?? 0,
    titleShare: titles?.get(place) ?? 0,
    isConnected: isConnected(place),
  }));
}

/** Shares of the query's words by place. */
class Shares {
  readonly #sums: Float64Array;
  readonly #all: number;
  readonly #touched: number[] = [];

  constructor(length: number, words: readonly WeighedWord[]) {
    this.#sums = new Float64Array(length);
    this.#all = words.reduce((sum, { idf }) => sum + idf, 0);
  }

  add(place: number, idf: number): void {
    const before = this.#sums[place] ?? 0;
    if (before === 0) this.#touched.push(place);
    this.#sums[place] = before + idf;
  }

  /** Divided last, so that all words give exactly 1. */
  get(place: number): number {
    const sum = this.#sums[place] ?? 0;
    return sum === 0 ? 0 : sum / this.#all;
  }

  /** Places with a share. */
  get places(): readonly number[] {
    return this.#touched;
  }
}

function sharesOf(
  index: SearchIndex,
  { admitted, words }: { admitted: Admitted; words: readonly WeighedWord[] },
): Shares {
  const shares = new Shares(index.end, words);
  for (const { lexeme, idf, documents } of words) {
    if (documents === 0) continue;
    for (const place of index.words.placesOf(lexeme))
      if (admitted.audiences[index.audienceAt(place)] === 1) shares.add(place, idf);
  }
  return shares;
}

/** Adds shares for titles with a word similar to a query word that is in no document. @returns only these shares */
function spelledSharesOf(
  index: SearchIndex,
  { admitted, words }: { admitted: Admitted; words: readonly WeighedWord[] },
  shares: Shares,
): Map<number, number> {
  const spelled = new Map<number, number>();
  const sum = words.reduce((total, { idf }) => total + idf, 0);
  for (const { written, documents, idf } of words) {
    if (documents > 0 || written.length < SHORTEST_MISSPELT) continue;
    for (const [place, likeness] of index.titleWords.alike(written)) {
      if (admitted.audiences[index.audienceAt(place)] !== 1) continue;
      shares.add(place, idf * likeness);
      spelled.set(place, (spelled.get(place) ?? 0) + (idf * likeness) / sum);
    }
  }
  return spelled;
}

/** For each document with such a title, the share of the query's words, or words spelled like them, in its title. */
function titleSharesOf(
  index: SearchIndex,
  { admitted, words }: { admitted: Admitted; words: readonly WeighedWord[] },
): Map<number, number> {
  const shares = new Map<number, number>();
  const sum = words.reduce((total, { idf }) => total + idf, 0);
  for (const { written, idf } of words) {
    for (const [place, likeness] of index.titleWords.alike(written)) {
      if (admitted.audiences[index.audienceAt(place)] !== 1) continue;
      shares.set(place, (shares.get(place) ?? 0) + (idf * likeness) / sum);
    }
  }
  return shares;
}

/** Similarity of a document's nearest passage to the query's vector: rough for all documents, nearly exact for a few. */
function measureBy(codes: PassageCodes, vector: Float32Array, metric: Metric) {
  const length = Math.hypot(...vector);
  const direction = length === 0 ? vector : vector.map((number) => number / length);
  const distances = codes.distances(vector);
  // Two vectors at an angle of a differ in the sign of a / pi of their numbers.
  const cosines = Float64Array.from({ length: codes.dimensions + 1 }, (_, differing) =>
    Math.cos((Math.PI * differing) / codes.dimensions),
  );
  const isCosine = metric === "cosine";
  const byMetric = (cosine: number, passage: number) =>
    isCosine ? cosine : similarityOf(metric, cosine, length, codes.lengthOf(passage));
  return {
    roughly(first: number, count: number): number {
      let best = byMetric(cosines[distances[first] ?? 0] ?? 0, first);
      for (let passage = first + 1; passage < first + count; passage += 1)
        best = Math.max(best, byMetric(cosines[distances[passage] ?? 0] ?? 0, passage));
      return best;
    },
    closely(first: number, count: number): number {
      let best = -Infinity;
      for (let passage = first; passage < first + count; passage += 1)
        best = Math.max(best, byMetric(codes.cosine(passage, direction), passage));
      return best;
    },
  };
}

/** On the scale of the cosine, like the exact ranking. */
function similarityOf(metric: Metric, cosine: number, one: number, other: number): number {
  const dot = cosine * one * other;
  return metric === "dot" ? dot : 1 - (one * one + other * other - 2 * dot) / 2;
}

/**
 * In meters, on a flat map around the point, which is accurate within a few hundred kilometers. Null for a query without a place.
 */
function distanceFrom(
  index: SearchIndex,
  near: { latitude: number; longitude: number } | null,
): (place: number) => number | null {
  if (near === null) return () => null;
  const across = METRES_PER_DEGREE * Math.cos((near.latitude * Math.PI) / 180);
  return (place) => {
    const down = (index.latitudeAt(place) - near.latitude) * METRES_PER_DEGREE;
    const aside = (index.longitudeAt(place) - near.longitude) * across;
    const metres = Math.sqrt(down * down + aside * aside); // Math.hypot is many times slower
    return Number.isNaN(metres) ? null : metres;
  };
}
