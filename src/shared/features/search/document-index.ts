import { indexWords, type WordIndex, wordShares } from "./word-index.ts";
import type { DocumentKind, Hit, SearchDocument } from "./document.ts";

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

// The server's own constants (server/search/ranking-repository), for a document that has no vector.
const ALL_WORDS = 0.5 + 0.15;
const SPELLED = 0.3;
const NEARNESS = 0.1;
const NEARNESS_METRES = 500;
const CONNECTED = 0.03;

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
      ALL_WORDS * share +
      SPELLED * spelled +
      (distanceM === null ? 0 : NEARNESS * Math.exp(-distanceM / NEARNESS_METRES)) +
      (isConnected ? CONNECTED : 0);
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
