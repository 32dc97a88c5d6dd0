/** A resource that search found for a need. */
export interface Candidate {
  /** The search score; sorts the candidates of one need. */
  score: number;
  /** From 0 to 1: the share of the need's words it contains. */
  keywordShare: number;
  /** Similarity in meaning, from -1 to 1; null when found by keywords only. */
  cosine: number | null;
  availability: string;
  isOwn: boolean;
}

/** The maximum number of matches shown: as many as users look at. */
export const MOST_MATCHES = 3;
/** Below both thresholds a match is more likely chance than help. Users are notified of matches, so a wrong one costs attention. */
const LEAST_SHARE = 0.15;
const LEAST_COSINE = 0.45;
/** Items that are available soon rank after those available now. */
const REPAIR_PENALTY = 0.15;

/**
 * The best candidates of a need, best first, at most three. The search score already includes words, meaning and walking distance. This
 * adds availability: unavailable items and the user's own are excluded, items in repair rank lower.
 */
export function bestMatches<C extends Candidate>(candidates: readonly C[]): C[] {
  const weigh = ({ score, availability }: C) => score - (availability === "maintenance" ? REPAIR_PENALTY : 0);
  return candidates
    .filter(({ availability, isOwn }) => availability !== "unavailable" && !isOwn)
    .filter(({ keywordShare, cosine }) => keywordShare >= LEAST_SHARE || (cosine ?? 0) >= LEAST_COSINE)
    .toSorted((a, b) => weigh(b) - weigh(a))
    .slice(0, MOST_MATCHES);
}

/** Rounds degrees to about 100 m: precise enough to walk there, too coarse to find a tent. */
export function roughly(degrees: number): number {
  return Math.round(degrees * 1_000) / 1_000;
}
