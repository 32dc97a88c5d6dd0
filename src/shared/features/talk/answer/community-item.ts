import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { writtenAddress } from "#shared/features/map/address/address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { CommunityFacts } from "./ability-world.ts";

/** A community as an item that answers cite. */
export function communityItem(
  city: City,
  { id, name, description, place, at, isMember }: CommunityFacts,
): Retrieved {
  return {
    source: {
      sourceId: `community:${id}`,
      kind: "community",
      title: name,
      place: place === null ? null : writtenAddress(city, place),
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
