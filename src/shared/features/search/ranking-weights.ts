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
/** What a document right at the place asked about gains; it fades by a factor of e every `NEARNESS_METRES`. */
export const NEARNESS_WEIGHT = 0.1;
export const NEARNESS_METRES = 500;
/** What belonging to a connected community adds: settles who of two that fit alike comes first, and no more. */
export const CONNECTED_WEIGHT = 0.03;
