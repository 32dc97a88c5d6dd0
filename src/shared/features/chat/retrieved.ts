import type { Source } from "./contract.ts";
import { linksIn } from "./model-links.ts";
import { writtenAddress } from "#shared/features/map/address/address.ts";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import type { Hit } from "#shared/features/search/document.ts";

/** Longest excerpt of an item on its card, in characters. */
const EXCERPT = 240;

/** An item found for a question, and how well it matches. Only items the viewer may see are retrieved. */
export interface Retrieved {
  source: Source;
  /** The item's own text. */
  body: string;
  /** Its position; null when it is not on the map. */
  at: GeoPoint | null;
  /** Sort key of the hits; comparable within one search only. */
  score: number;
  /** The share of the question's words found in the item, weighted by their rarity, 0 to 1. */
  keywordShare: number;
  /** Cosine similarity in meaning, -1 to 1; null when there are no vectors. */
  cosine: number | null;
  /** The viewer's own note about a thing they are looking for. It does not answer the question, but is a useful reminder. */
  isNeed?: boolean;
  /** When the viewer wrote this note, in milliseconds since the epoch; missing for anything but a note. */
  notedAt?: number;
}

/** Facts about one of the viewer's own notes, which its search document does not have. */
export type NoteFacts = Required<Pick<Retrieved, "isNeed" | "notedAt">>;

/** @param note missing when it is no note of the viewer */
export function retrievedOf(city: City, hit: Hit, note?: NoteFacts): Retrieved {
  const links = linksIn(`${hit.title}\n${hit.body}`);
  return {
    source: {
      sourceId: hit.id,
      kind: hit.kind,
      title: hit.title,
      place: hit.place === null ? null : writtenAddress(city, hit.place),
      distanceM: hit.distanceM === null ? null : Math.round(hit.distanceM),
      excerpt: hit.body.slice(0, EXCERPT).toWellFormed(),
      ...(links.length === 0 ? {} : { links }),
    },
    body: hit.body,
    at:
      hit.latitude === null || hit.longitude === null
        ? null
        : { latitude: hit.latitude, longitude: hit.longitude },
    score: hit.score,
    keywordShare: hit.keywordShare,
    cosine: hit.cosine,
    ...(note ?? { isNeed: false }),
  };
}
