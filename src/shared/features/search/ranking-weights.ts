// The parts of a document's score, shared by the server's SQL statement and a phone's index.

/** Weight of the share of the question's words. Measured in bench/search.bench.ts; from 0.15 to 0.3 the order hardly changes. */
export const KEYWORD_WEIGHT = 0.15;
/**
 * A document with no vector (yet) is ranked by its words, as if a match of all words meant a cosine of 0.5, about that of the median right
 * answer. So a new document can be found immediately, and a phone or a database without vectors produces similar scores.
 */
export const COSINE_OF_ALL_WORDS = 0.5;
/** Bonus for a question's misspelled words: the embedding model cannot interpret them, so similar spelling has to count. */
export const SPELLING_WEIGHT = 0.3;
/**
 * Bonus for the share of the question's words in a title, when a document can only be ranked by words: of two hundred documents with the
 * single word of a question, those with it in the title come first.
 */
export const TITLE_WEIGHT = 0.05;
/** Bonus of a document exactly at the requested place; it decays by a factor of e every `NEARNESS_METRES`. */
export const NEARNESS_WEIGHT = 0.1;
export const NEARNESS_METRES = 500;
/** Bonus for belonging to a connected community: it only decides between two documents that match equally well. */
export const CONNECTED_WEIGHT = 0.03;

/** Beyond this distance a place adds no bonus. */
const NEARNESS_ENDS_METRES = 20_000;

/** The components of a document's score. */
export interface ScoreParts {
  /** Similarity in meaning, on the scale of the cosine; null when the document or the question has no vector. */
  similarity: number | null;
  /** From 0 to 1: the share of the question's words it contains, with rare words counting more. */
  share: number;
  /** The part of `share` that comes only from similar spelling. */
  spelledShare: number;
  /** From 0 to 1: the share of the question's words in its title. Counts only where `similarity` is null. */
  titleShare: number;
  /** Meters from the requested place; null without one, or when the document has no place. */
  metres: number | null;
  /** Whether it belongs to a connected community. */
  isConnected: boolean;
}

/** Sort key for the documents found for one question; not comparable between questions. */
export function scoreOf(parts: ScoreParts): number {
  const { similarity, share, spelledShare, titleShare, metres, isConnected } = parts;
  return (
    (similarity ?? COSINE_OF_ALL_WORDS * share + TITLE_WEIGHT * titleShare) +
    KEYWORD_WEIGHT * share +
    SPELLING_WEIGHT * spelledShare +
    (isConnected ? CONNECTED_WEIGHT : 0) +
    (metres !== null && metres < NEARNESS_ENDS_METRES
      ? NEARNESS_WEIGHT * Math.exp(-metres / NEARNESS_METRES)
      : 0)
  );
}
