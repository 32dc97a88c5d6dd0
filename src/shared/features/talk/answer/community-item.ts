import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { CommunityFacts } from "./ability-world.ts";

/** A community as an item that answers cite. */
export function communityItem({ id, name, description, place, at, isMember }: CommunityFacts): Retrieved {
  return {
    source: {
      sourceId: `community:${id}`,
      kind: "community",
      title: name,
      place,
      distanceM: null,
      isMember,
      excerpt: description.slice(0, 240).toWellFormed(),
    },
    body: description,
    at,
    score: 1,
    keywordShare: 1,
    cosine: null,
  };
}
