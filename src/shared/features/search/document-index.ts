import { withKnownCompounds } from "./compounds.ts";
import { indexWords, type WordIndex, wordShares } from "./word-index.ts";
import type { DocumentKind, Hit, SearchDocument } from "./document.ts";
import { scoreOf } from "./ranking-weights.ts";
import { questionTerms, searchTerms } from "./search-terms.ts";

/** Search documents of one user, indexed for keyword search. */
export interface DocumentIndex {
  documents: readonly SearchDocument[];
  words: WordIndex;
}

/** @param documents only those the user may see */
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
  /** Communities whose items rank slightly higher. */
  connected: readonly string[];
  /** Distance function in meters from the place in the question; null when the question names none. */
  metresFrom: ((place: { latitude: number; longitude: number }) => number) | null;
  limit: number;
}

/** Documents that contain words of the question, best first. Uses the same rule as the server's search without vectors. */
export function findInIndex({ documents, words }: DocumentIndex, question: WordQuestion): Hit[] {
  const { kinds, connected, metresFrom, limit } = question;
  const text = withKnownCompounds(words, question.text);
  const asked = new Set(questionTerms(text).keys());
  const hits: Hit[] = [];
  for (const [place, { share, spelled }] of wordShares(words, text)) {
    const document = documents[place];
    if (document === undefined || (kinds !== null && !kinds.includes(document.kind))) continue;
    const distanceM = metresTo(document, metresFrom);
    const isConnected = document.communityId !== null && connected.includes(document.communityId);
    const titleShare = shareOf(asked, document.title);
    const parts = {
      similarity: null,
      share,
      spelledShare: spelled,
      titleShare,
      metres: distanceM,
      isConnected,
    };
    const score = scoreOf(parts);
    hits.push({ ...document, score, keywordShare: share, cosine: null, distanceM });
  }
  return hits
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    .slice(0, limit);
}

function shareOf(asked: ReadonlySet<string>, title: string): number {
  const terms = new Set(searchTerms(title));
  return [...asked].filter((term) => terms.has(term)).length / Math.max(1, asked.size);
}

function metresTo(
  { latitude, longitude }: SearchDocument,
  metresFrom: WordQuestion["metresFrom"],
): number | null {
  if (metresFrom === null || latitude === null || longitude === null) return null;
  return metresFrom({ latitude, longitude });
}
