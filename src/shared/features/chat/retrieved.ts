import type { Source } from "./contract.ts";
import type { Hit } from "#shared/features/search/document.ts";

/** Characters of an item shown on its card. */
const EXCERPT = 240;

/** An item found for a question, and how well it fits. Only items the viewer may see are ever retrieved. */
export interface Retrieved {
  source: Source;
  /** The item's own words. */
  body: string;
  /** What the hits are ordered by; comparable within one search only. */
  score: number;
  /** How much of the question's words the item has, weighted by their rarity, 0 to 1. */
  keywordShare: number;
  /** Nearness in meaning, -1 to 1; null where there are no vectors. */
  cosine: number | null;
  /** What the viewer once noted to be looking for: it answers nothing, but it is good to be reminded of. */
  isNeed?: boolean;
}

/** @param isNeed whether it is the viewer's own note of something looked for */
export function retrievedOf(hit: Hit, isNeed: boolean): Retrieved {
  return {
    source: {
      sourceId: hit.id,
      kind: hit.kind,
      title: hit.title,
      place: hit.place,
      distanceM: hit.distanceM === null ? null : Math.round(hit.distanceM),
      excerpt: hit.body.slice(0, EXCERPT),
    },
    body: hit.body,
    score: hit.score,
    keywordShare: hit.keywordShare,
    cosine: hit.cosine,
    isNeed,
  };
}
