import type { SentPosition } from "#shared/features/chat/position.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { ResourceType } from "#shared/features/resources/contract.ts";
import type { CampCard } from "#shared/features/map/camps/camp.ts";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import type { Service } from "#shared/features/map/city/services.ts";
import type { Lendable } from "#shared/features/lending/availability.ts";
import type { DocumentKind } from "#shared/features/search/document.ts";
import type { Day } from "#shared/features/lending/days.ts";
import type { Clock } from "../understand/read-when.ts";

/** Facts about a listing beyond its search document. */
export interface ListingFacts extends Lendable {
  /** The name in the library. */
  type: ResourceType;
  ownerName: string;
  /** Whether the user shares it. */
  isMine: boolean;
}

/** A community as all users may see it. */
export interface CommunityFacts {
  id: string;
  name: string;
  description: string;
  /** Its address in words; null when it has none. */
  place: string | null;
  at: GeoPoint | null;
  /** Number of things it shares. */
  things: number;
  /** Whether the user belongs to it. */
  isMember: boolean;
}

/** An event of a camp. */
export interface CampEvent extends Readonly<CampCard["events"][number]> {
  /** The camp's document, `camp:...`. */
  campId: string;
  campName: string;
}

export interface EventSearch {
  /** The festival's days; each includes its night. */
  first: Day;
  last: Day;
  /** Only events of this camp (`camp:...`); null for all camps. */
  campId: string | null;
}

export type OwnList = "loans" | "requests" | "needs" | "plan";

/** One of the user's own loans, requests or needs, as a line. */
export interface OwnLine {
  /** The document it cites; null when there is none. */
  sourceId: string | null;
  /** Id of the user's memory it is; missing for other lines. */
  memoryId?: string;
  /** For example "Cordless drill, due back on 3 Sep". */
  text: string;
}

export interface Search {
  text: string;
  kinds: readonly DocumentKind[] | null;
  near: GeoPoint | null;
  limit: number;
}

/** The user's position, as reported by their device. */
export interface DevicePosition extends GeoPoint {
  /** Meters. */
  accuracyM: number;
  at: Date;
}

/** A message's position with its time as a `Date`. */
export function devicePositionOf({ at, ...place }: SentPosition): DevicePosition {
  return { ...place, at: new Date(at) };
}

/** Data source of an answer: a server's database, or the copy on a phone. Contains only data the user may see. */
export interface AbilityWorld {
  productName: string;
  city: City;
  clock: Clock;
  /** The user's position; null when they do not share it. */
  me: DevicePosition | null;
  /** The user's home: from their own note, otherwise the place of their community; null when unknown. */
  home: { name: string; at: GeoPoint } | null;
  services: readonly Service[];
  /** Best first. */
  find(search: Search): Promise<Retrieved[]>;
  /** The items that still exist, in any order. */
  items(ids: readonly string[]): Promise<Retrieved[]>;
  /** Camps and library items, nearest first. */
  around(point: GeoPoint, limit: number): Promise<Retrieved[]>;
  /** @param ids of documents (`resource:...`); those that are not listings are missing from the result */
  listings(ids: readonly string[]): Promise<ReadonlyMap<string, ListingFacts>>;
  /** Listings shared by the user with this pseudonym, in any order. */
  ownedBy(pseudonym: string): Promise<Retrieved[]>;
  /** Events that overlap these days, by start; null when this device has no copy of the programme. */
  events(search: EventSearch): Promise<readonly CampEvent[] | null>;
  /** All active communities, by name. */
  communityNames(): Promise<readonly Pick<CommunityFacts, "id" | "name">[]>;
  /** The communities with these ids, in their order. */
  communities(ids: readonly string[]): Promise<readonly CommunityFacts[]>;
  /** One of the user's own lists; null when unavailable, as on a phone without a copy of it. */
  ownLines(which: OwnList): Promise<readonly OwnLine[] | null>;
}
