import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import { type NoteFacts, retrievedOf } from "#shared/features/chat/retrieved.ts";
import { bestOfEach } from "../search/search-plan.ts";
import type { GeoPoint } from "#shared/features/map/city/city.ts";
import { type DocumentIndex, findInIndex } from "#shared/features/search/document-index.ts";
import type { Hit, SearchDocument } from "#shared/features/search/document.ts";
import type { AbilityWorld, CommunityFacts, ListingFacts } from "./ability-world.ts";
import { communityItem } from "./community-item.ts";
import { withLending } from "./listing-state.ts";
import { metresBetween } from "./place-of.ts";

/** The copy of the data on a phone. */
export interface Copy extends Pick<
  AbilityWorld,
  "productName" | "city" | "clock" | "me" | "home" | "services" | "ownLines" | "events"
> {
  index: DocumentIndex;
  /** The user's own notes by document id (`memory:...`). */
  notes: ReadonlyMap<string, NoteFacts>;
  /** All active communities, by name. */
  communities: readonly CommunityFacts[];
  /** Ids of the user's communities. */
  connected: readonly string[];
  /** Keyed by document id. */
  facts: ReadonlyMap<string, ListingFacts>;
}

/** Answers from a phone's copy alone: keyword search, no network. */
export function worldOfCopy(copy: Copy): AbilityWorld {
  const { index, notes, connected, facts } = copy;
  const byId = new Map(index.documents.map((document) => [document.id, document]));
  const listings: AbilityWorld["listings"] = async (ids) =>
    new Map([...facts].filter(([id]) => ids.includes(id)));
  const itemsFrom = (hits: readonly Hit[]) =>
    withLending(
      { listings, clock: copy.clock },
      hits.map((hit) => retrievedOf(copy.city, hit, notes.get(hit.id))),
    );
  const itemsOf = (ids: readonly string[]) =>
    itemsFrom(
      ids.flatMap((id) => {
        const document = byId.get(id);
        return document === undefined ? [] : [asHit(document)];
      }),
    );
  return {
    ...copy,
    async find({ text, kinds, near, limit }) {
      const metresFrom = near === null ? null : (place: GeoPoint) => metresBetween(copy, near, place);
      return await itemsFrom(bestOfEach(findInIndex(index, { text, kinds, metresFrom, connected, limit })));
    },
    async items(ids) {
      const communities = copy.communities.map((found) => communityItem(copy.city, found));
      return [...(await itemsOf(ids)), ...communities.filter(({ source }) => ids.includes(source.sourceId))];
    },
    async around(point, limit) {
      const around = index.documents
        .flatMap((document) => {
          const { kind, latitude, longitude } = document;
          if ((kind !== "camp" && kind !== "resource") || latitude === null || longitude === null) return [];
          const distanceM = metresBetween(copy, point, { latitude, longitude });
          return [{ document, distanceM }];
        })
        .toSorted((one, other) => one.distanceM - other.distanceM)
        .slice(0, limit);
      return await itemsFrom(around.map(({ document, distanceM }) => ({ ...asHit(document), distanceM })));
    },
    async ownedBy(pseudonym) {
      const name = foldPseudonym(pseudonym);
      return await itemsOf(
        [...facts].flatMap(([id, { ownerName }]) => (foldPseudonym(ownerName) === name ? [id] : [])),
      );
    },
    listings,
    communityNames: async () => copy.communities,
    communities: async (ids) => ids.flatMap((id) => copy.communities.find((each) => each.id === id) ?? []),
  };
}

function asHit(document: SearchDocument): Hit {
  return { ...document, score: 1, keywordShare: 1, cosine: null, distanceM: null };
}
