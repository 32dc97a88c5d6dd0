// How a document's score is made up, by the server's statement and by a phone's index alike.

/** Of the share of the question's words. Measured in bench/search.bench.ts; from 0.15 to 0.3 the order hardly changes. */
export const KEYWORD_WEIGHT = 0.15;
/**
 * A document with no vector (yet) is placed by its words as if all of them found meant a cosine of 0.5, about that of the
 * middle right answer. So a new document can be found at once, and a phone or a database without vectors gives the same shape.
 */
export const COSINE_OF_ALL_WORDS = 0.5;
/** What a question's misspelt words add on top: the model makes nothing of them, so the spelling has to. */
export const SPELLING_WEIGHT = 0.3;
/**
 * Added for the share of the question's words in a title, where there is only words to go by: of two hundred documents with the one word
 * of a question, those named by it come first.
 */
export const TITLE_WEIGHT = 0.05;
/** What a document right at the place asked about gains; it fades by a factor of e every `NEARNESS_METRES`. */
export const NEARNESS_WEIGHT = 0.1;
export const NEARNESS_METRES = 500;
/** What belonging to a connected community adds: settles who of two that fit alike comes first, and no more. */
export const CONNECTED_WEIGHT = 0.03;

/** Farther away than this a place adds nothing. */
const NEARNESS_ENDS_METRES = 20_000;

/** What a document's score is made of. */
export interface ScoreParts {
  /** How near it is in meaning, on the scale of the cosine; null when it has no vector, or the question has none. */
  similarity: number | null;
  /** From 0 to 1: the part of the question's words it has, rare words counting more. */
  share: number;
  /** The part of `share` that is mere likeness in spelling. */
  spelledShare: number;
  /** From 0 to 1: the part of the question's words in its title. Counts only where `similarity` is null. */
  titleShare: number;
  /** From the place asked about; null without one, or when the document has no place. */
  metres: number | null;
  /** Whether it belongs to a connected community. */
  isConnected: boolean;
}

/** Orders the documents found for one question; the scores of two questions do not compare. */
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
