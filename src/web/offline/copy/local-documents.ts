import type { NoteFacts } from "#shared/features/chat/retrieved.ts";
import type { Community } from "#shared/features/communities/contract.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import { type City, type GeoPoint, specCity } from "#shared/features/map/city/city.ts";
import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import type { SearchDocument } from "#shared/features/search/document.ts";
import { libraryWith, type WaitingChange } from "#shared/features/resources/waiting-changes.ts";
import type { CommunityFacts, ListingFacts } from "#shared/features/talk/answer/ability-world.ts";
import { listCamps } from "#shared/features/map/contract.ts";
import { campAddressLine } from "#shared/features/map/address/camp-address.ts";
import { campDocument, memoryDocument, resourceDocument } from "#shared/features/search/documents.ts";
import { homeOfNotes } from "#shared/features/talk/understand/home-of-notes.ts";
import { inDatabase } from "../database.ts";
import { readCopy } from "./local-copy.ts";
import { currentUser } from "../user/phone-user.ts";
import { readCachedQuery } from "./query-storage.ts";

/** All data this phone can search for its user. */
export interface LocalDocuments {
  documents: SearchDocument[];
  /** The user's own notes by document id. */
  notes: ReadonlyMap<string, NoteFacts>;
  city: City;
  /** Ids of the user's communities. */
  connected: string[];
  /** Additional facts about listings, by document id. */
  facts: ReadonlyMap<string, ListingFacts>;
  /** The home the user noted, otherwise the place of one of their communities; null when neither has a place. */
  home: { name: string; at: GeoPoint } | null;
  communities: readonly CommunityFacts[];
  /** IANA name of the festival's time zone; this phone's time zone when it is unknown. */
  zone: string;
  /** Last update of the copy, in milliseconds since the epoch; null: never. */
  syncedAt: number | null;
  /** Changes whenever the documents change. */
  stamp: string;
}

/**
 * The local data as search documents, like those on the server.
 * @param changes of listings that wait on this device
 * @throws DOMException when this browser has no storage
 */
export async function readLocalDocuments(changes: readonly WaitingChange[]): Promise<LocalDocuments> {
  const userId = await inDatabase(currentUser);
  const [camps, listings, guide, synced, archive, city, communities, daily] = await Promise.all([
    readCamps(),
    readCopy("listings"),
    readCopy("guide"),
    readCopy("synced"),
    readCachedQuery<{ memories: ArchivedMemory[] }>(["memories", "archive", userId, "all"]),
    readCachedQuery<{ city: City }>(["city"]),
    readCachedQuery<Community[]>(["communities"]),
    readCachedQuery<{ timeZone: string }>(["daily", "status"]),
  ]);
  const changed = changes.map(({ operationId }) => operationId);
  const library = libraryWith(listings?.data.listings ?? [], changes);
  const memories = archive?.data.memories ?? [];
  const joined = (communities?.data ?? []).filter(({ role }) => role !== null);
  const ownCity = city?.data.city ?? specCity;
  return {
    documents: [
      ...camps.map((camp) => campDocument({ ...camp, place: campAddressLine(ownCity, camp) })),
      ...library.map(listingDocument),
      ...memories.map((memory) => memoryDocument({ ...memory, userId: userId ?? "" })),
      ...(guide?.data ?? []).map(guideDocument),
    ],
    notes: new Map(
      memories.map(({ id, type, createdAt }) => [
        `memory:${id}`,
        { isNeed: type === "looking-for", notedAt: Date.parse(createdAt) },
      ]),
    ),
    city: ownCity,
    connected: joined.map(({ id }) => id),
    facts: new Map(library.map(listingFacts)),
    home:
      homeOfNotes(
        ownCity,
        memories.map(({ content }) => content),
      ) ?? homeAmong(joined),
    communities: (communities?.data ?? []).map(communityFacts),
    zone: daily?.data.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    syncedAt: synced?.at ?? null,
    stamp: [userId, ownCity.id, camps.length, listings?.at, guide?.at, archive?.at, ...changed].join(" "),
  };
}

function listingFacts({
  id,
  type,
  availability,
  loans,
  pseudonym,
  isMine,
}: Resource): [string, ListingFacts] {
  return [`resource:${id}`, { type, availability, loans, ownerName: pseudonym, isMine }];
}

function communityFacts({ id, name, description, address, ...community }: Community): CommunityFacts {
  const { latitude, longitude, role, thingCount } = community;
  return {
    id,
    name,
    description,
    place: address === "" ? null : address,
    at: latitude === null || longitude === null ? null : { latitude, longitude },
    things: thingCount ?? 0,
    isMember: role !== null,
  };
}

function homeAmong(joined: readonly Community[]): LocalDocuments["home"] {
  const home = joined.find(({ latitude, longitude }) => latitude !== null && longitude !== null);
  if (home === undefined || home.latitude === null || home.longitude === null) return null;
  return { name: home.name, at: { latitude: home.latitude, longitude: home.longitude } };
}

/** The search document of a listing. */
export function listingDocument({ id, loobricateId, location, ...listing }: Resource): SearchDocument {
  const { title, description, tags } = listing;
  const place = {
    address: location?.address ?? null,
    latitude: location?.lat ?? null,
    longitude: location?.lon ?? null,
  };
  return resourceDocument({ id, communityId: loobricateId, title, description, tags, ...place });
}

function guideDocument({ id, title, text }: { id: string; title: string; text: string }): SearchDocument {
  const everybodys = { ownerId: null, communityId: null, companion: null };
  return {
    id,
    kind: "context",
    ...everybodys,
    title,
    body: text,
    place: null,
    latitude: null,
    longitude: null,
  };
}

/** Without https there is no worker to cache them. */
async function readCamps(): Promise<Camp[]> {
  const cached = "caches" in globalThis ? await caches.match(listCamps.path) : undefined;
  // Stored by the worker as the server sent it.
  return cached === undefined ? [] : ((await cached.json()) as Camp[]);
}
