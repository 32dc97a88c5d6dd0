/** A resource that search found for a need. */
export interface Candidate {
  /** Of the search; orders the candidates of one need. */
  score: number;
  /** From 0 to 1: how much of the need's words it has. */
  keywordShare: number;
  /** Likeness in meaning, from -1 to 1; null when found by words alone. */
  cosine: number | null;
  availability: string;
  isOwn: boolean;
}

/** As many as a person looks at. */
export const MOST_MATCHES = 3;
/** With less of both it is more likely chance than help: people are told of it, so a wrong one costs attention. */
const LEAST_SHARE = 0.15;
const LEAST_COSINE = 0.45;
/** What can be had soon stands behind what can be had now. */
const REPAIR_PENALTY = 0.15;

/**
 * The best candidates of a need, best first, at most three. Search has weighed words, meaning and walking distance; here
 * counts what can be had: nothing unavailable, nothing of one's own, what is being repaired later.
 */
export function bestMatches<C extends Candidate>(candidates: readonly C[]): C[] {
  const weigh = ({ score, availability }: C) => score - (availability === "maintenance" ? REPAIR_PENALTY : 0);
  return candidates
    .filter(({ availability, isOwn }) => availability !== "unavailable" && !isOwn)
    .filter(({ keywordShare, cosine }) => keywordShare >= LEAST_SHARE || (cosine ?? 0) >= LEAST_COSINE)
    .toSorted((a, b) => weigh(b) - weigh(a))
    .slice(0, MOST_MATCHES);
}

/** Degrees to about 100 m: enough to walk there, not enough to find a tent. */
export function roughly(degrees: number): number {
  return Math.round(degrees * 1_000) / 1_000;
}
