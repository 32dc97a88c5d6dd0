import type { Source } from "#shared/features/chat/contract.ts";
import { asksToBorrow } from "#shared/features/chat/lending.ts";
import { findAddress } from "#shared/features/map/find-address.ts";
import { locate } from "#shared/features/map/geometry.ts";
import { asksHow, withoutAskingWords } from "#server/features/chat/asking-words.ts";
import { rank } from "#server/features/chat/ranking.ts";
import { inOtherWords } from "#server/features/chat/thesaurus.ts";
import { findFestival } from "#server/features/map/festival.ts";
import { listMemories } from "#server/features/memories/repository.ts";
import type { Hit, Metric } from "#server/features/search/ranking-repository.ts";
import { search, type SearchDeps } from "#server/features/search/service.ts";
import type { Actor } from "#server/http/actor.ts";

/** What can be lent, and what one noted about it; camps and guides only talk of it. */
const LENDABLE = ["resource", "memory"] as const;
/** Hits an answer chooses from: more than it shows, as a library repeats itself. */
const CANDIDATES = 24;
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

export interface RetrieveRequest {
  text: string;
  /** Whose context documents count. */
  companion: string;
  /** How nearness in meaning is measured. */
  metric: Metric;
  /** Ids of communities whose things come a little sooner. */
  connected: readonly string[];
  limit: number;
}

/** Finds what an answer may rest on, best first. */
export type Retrieve = (viewer: Actor, request: RetrieveRequest) => Promise<Retrieved[]>;

/**
 * Retrieval by the hybrid search. A place named in the question moves up what is near it, and is not searched as words;
 * what has other words for it is searched by both.
 */
export function createRetrieve(deps: SearchDeps): Retrieve {
  return async (viewer, { text, companion, metric, connected, limit }) => {
    const { city } = await findFestival(deps.database.kysely);
    const found = findAddress(city, text);
    const near = found === null ? null : locate(city, found.address);
    const words = found === null ? text : `${text.slice(0, found.start)} ${text.slice(found.end)}`.trim();
    const question = words === "" ? text : words;
    const request = { companion, metric, connected, near, limit: CANDIDATES };
    // How lending works is a question to the guide.
    const library =
      asksToBorrow(text) && !asksHow(text)
        ? await searchBoth(deps, viewer.userId, question, { ...request, kinds: LENDABLE })
        : [];
    const hits = library.length > 0 ? library : await searchBoth(deps, viewer.userId, question, request);
    const ranked = rank(question, await retrieved(deps, viewer.userId, hits));
    return ranked.slice(0, limit);
  };
}

/** By the person's words and by the place's own; of an item found by both the better hit. */
async function searchBoth(
  deps: SearchDeps,
  userId: string,
  question: string,
  request: Omit<Parameters<typeof search>[2], "text" | "asked">,
): Promise<Hit[]> {
  const wordings = [question, inOtherWords(question)].filter((wording) => wording !== null);
  const best = new Map<string, Hit>();
  for (const asked of wordings) {
    for (const hit of await search(deps, userId, { ...request, text: withoutAskingWords(asked), asked })) {
      const other = best.get(hit.id);
      if (other === undefined || other.score < hit.score) best.set(hit.id, hit);
    }
  }
  return [...best.values()];
}

async function retrieved(deps: SearchDeps, userId: string, hits: readonly Hit[]): Promise<Retrieved[]> {
  const ids = hits.flatMap(({ id, kind }) => (kind === "memory" ? [id.slice("memory:".length)] : []));
  const memories = await listMemories(deps.database.kysely, userId, ids);
  const needs = new Set(
    memories.filter(({ type }) => type === "looking-for").map(({ id }) => `memory:${id}`),
  );
  return hits.map((hit) => ({
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
    isNeed: needs.has(hit.id),
  }));
}
