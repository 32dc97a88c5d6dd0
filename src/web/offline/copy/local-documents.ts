import type { Community } from "#shared/features/communities/contract.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import { type City, specCity } from "#shared/features/map/city/city.ts";
import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import type { SearchDocument } from "#shared/features/search/document.ts";
import { campDocument, memoryDocument, resourceDocument } from "#shared/features/search/documents.ts";
import { openDatabase } from "../database.ts";
import { readCopy } from "./local-copy.ts";
import { currentUser } from "../user/phone-user.ts";
import { readCachedQuery } from "./query-storage.ts";

/** What the service worker keeps for the map. */
const CAMPS = "/api/playaCamps";

/** Everything this phone can search for the person on it. */
export interface LocalDocuments {
  documents: SearchDocument[];
  /** Ids of what the person noted to be looking for. */
  needs: ReadonlySet<string>;
  city: City;
  /** Ids of the person's communities. */
  connected: string[];
  /** When the copy was last renewed, in milliseconds since the epoch; null: never. */
  syncedAt: number | null;
  /** Another one whenever the documents are others. */
  stamp: string;
}

/** As search documents, as the server has them. @throws DOMException when this browser keeps nothing */
export async function readLocalDocuments(): Promise<LocalDocuments> {
  const userId = await currentUser(await openDatabase());
  const [camps, listings, guide, synced, archive, city, communities] = await Promise.all([
    readCamps(),
    readCopy("listings"),
    readCopy("guide"),
    readCopy("synced"),
    readCachedQuery<{ memories: ArchivedMemory[] }>(["memories", "archive", userId, "all"]),
    readCachedQuery<{ city: City }>(["city"]),
    readCachedQuery<Community[]>(["communities"]),
  ]);
  const memories = archive?.data.memories ?? [];
  return {
    documents: [
      ...camps.map(campDocument),
      ...(listings?.data.listings ?? []).map(listingDocument),
      ...memories.map((memory) => memoryDocument({ ...memory, userId: userId ?? "" })),
      ...(guide?.data ?? []).map(guideDocument),
    ],
    needs: new Set(memories.filter(({ type }) => type === "looking-for").map(({ id }) => `memory:${id}`)),
    city: city?.data.city ?? specCity,
    connected: (communities?.data ?? []).filter(({ role }) => role !== null).map(({ id }) => id),
    syncedAt: synced?.at ?? null,
    stamp: [userId, camps.length, listings?.at, guide?.at, archive?.at].join(" "),
  };
}

/** A listing as search knows it. */
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

/** Without https there is no worker that keeps them. */
async function readCamps(): Promise<Camp[]> {
  const kept = "caches" in globalThis ? await caches.match(CAMPS) : undefined;
  // As the worker got them from the server.
  return kept === undefined ? [] : ((await kept.json()) as Camp[]);
}
