import { indexWords, type WordIndex, wordShares } from "./word-index.ts";
import type { DocumentKind, Hit, SearchDocument } from "./document.ts";
import {
  CONNECTED_WEIGHT,
  COSINE_OF_ALL_WORDS,
  KEYWORD_WEIGHT,
  NEARNESS_METRES,
  NEARNESS_WEIGHT,
  SPELLING_WEIGHT,
} from "./ranking-weights.ts";

/** Search documents of one person, ready to be searched by words. */
export interface DocumentIndex {
  documents: readonly SearchDocument[];
  words: WordIndex;
}

/** @param documents only what the person may see */
export function indexDocuments(documents: readonly SearchDocument[]): DocumentIndex {
  const entries = documents.map(({ id, title, body, place }) => ({
    id,
    text: `${title}\n${body}\n${place ?? ""}`,
    at: 0,
  }));
  return { documents, words: indexWords(entries) };
}

export interface WordQuestion {
  text: string;
  kinds: readonly DocumentKind[] | null;
  /** Communities whose things are moved up a little. */
  connected: readonly string[];
  /** Metres from the place asked about; null when none was named. */
  metresFrom: ((place: { latitude: number; longitude: number }) => number) | null;
  limit: number;
}

/** The documents with words of the question, best first, by the rule of the server's search where it has no vectors. */
export function findInIndex({ documents, words }: DocumentIndex, question: WordQuestion): Hit[] {
  const { kinds, connected, metresFrom, limit } = question;
  const hits: Hit[] = [];
  for (const [place, { share, spelled }] of wordShares(words, question.text)) {
    const document = documents[place];
    if (document === undefined || (kinds !== null && !kinds.includes(document.kind))) continue;
    const distanceM = metresTo(document, metresFrom);
    const isConnected = document.communityId !== null && connected.includes(document.communityId);
    const score =
      (COSINE_OF_ALL_WORDS + KEYWORD_WEIGHT) * share +
      SPELLING_WEIGHT * spelled +
      (distanceM === null ? 0 : NEARNESS_WEIGHT * Math.exp(-distanceM / NEARNESS_METRES)) +
      (isConnected ? CONNECTED_WEIGHT : 0);
    hits.push({ ...document, score, keywordShare: share, cosine: null, distanceM });
  }
  return hits
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    .slice(0, limit);
}

function metresTo(
  { latitude, longitude }: SearchDocument,
  metresFrom: WordQuestion["metresFrom"],
): number | null {
  if (metresFrom === null || latitude === null || longitude === null) return null;
  return metresFrom({ latitude, longitude });
}
