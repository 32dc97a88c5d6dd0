import type { Kysely } from "kysely";
import type { SentPosition } from "#shared/features/chat/position.ts";
import { type NoteFacts, retrievedOf } from "#shared/features/chat/retrieved.ts";
import { servicesOf } from "#shared/features/map/city/services.ts";
import type { GeoPoint } from "#shared/features/map/city/city.ts";
import {
  type AbilityWorld,
  type CampEvent,
  type CommunityFacts,
  type EventSearch,
  type ListingFacts,
  type OwnLine,
  type OwnList,
  devicePositionOf,
} from "#shared/features/talk/answer/ability-world.ts";
import type { Hit } from "#shared/features/search/document.ts";
import { communityItem } from "#shared/features/talk/answer/community-item.ts";
import { HOME_NOTE, homeOfNotes } from "#shared/features/talk/understand/home-of-notes.ts";
import { withLending } from "#shared/features/talk/answer/listing-state.ts";
import type { Schema } from "#server/db/schema.ts";
import type { GivenMemories } from "./given-memories.ts";
import { type KeptFromModels, memoryIdOf, withoutKept } from "./kept-from-models.ts";
import { findFestival } from "#server/festival/festival.ts";
import { findVisible, listVisibleAround } from "#server/features/search/repository.ts";
import { search, type SearchDeps } from "#server/features/search/service.ts";
import type { Actor } from "#server/http/request/actor.ts";

const COMMUNITY = "community:";

/** Data of other features that the abilities need. */
export interface AbilitySources {
  /** Facts by document id (`resource:...`), only for ids of listings. */
  listings(
    db: Kysely<Schema>,
    userId: string,
    documentIds: readonly string[],
  ): Promise<ReadonlyMap<string, ListingFacts>>;
  /** Document ids (`resource:...`) of the listings a user of this pseudonym shares. */
  listingsOf(db: Kysely<Schema>, pseudonym: string): Promise<readonly string[]>;
  /** Events of the camps on the map. @param zone the festival's (IANA) */
  events(db: Kysely<Schema>, search: EventSearch, zone: string): Promise<readonly CampEvent[]>;
  communityNames(db: Kysely<Schema>): Promise<readonly Pick<CommunityFacts, "id" | "name">[]>;
  communities(db: Kysely<Schema>, userId: string, ids: readonly string[]): Promise<readonly CommunityFacts[]>;
  ownLines(db: Kysely<Schema>, userId: string, which: OwnList): Promise<readonly OwnLine[] | null>;
  /** Facts about the memories among these ids that are the person's own, by id. */
  notesAmong(
    db: Kysely<Schema>,
    userId: string,
    memoryIds: readonly string[],
  ): Promise<ReadonlyMap<string, NoteFacts>>;
  /** The location of one of the person's communities; null when none has a location. */
  home(db: Kysely<Schema>, userId: string): Promise<{ name: string; at: GeoPoint } | null>;
  /** The person's own notes that match a POSIX pattern, ignoring case, newest first. */
  notesLike(
    db: Kysely<Schema>,
    userId: string,
    wanted: { pattern: string; isForModel: boolean },
  ): Promise<readonly string[]>;
  kept: KeptFromModels;
}

export interface AbilityRequest {
  companion: string;
  connected: readonly string[];
  now: Date;
  /** Null when the user does not share it. */
  position: SentPosition | null;
  /** Leaves out memories kept from language models. */
  isForModel: boolean;
  /** Receives the memories that are shown without being items. */
  given: Pick<GivenMemories, "add">;
}

/** Opens the world as this user may see it. */
export type OpenAbilities = (viewer: Actor, request: AbilityRequest) => Promise<AbilityWorld>;

/** @param settings the product's name, and the festival's zone (IANA) */
export function createAbilities(
  deps: SearchDeps,
  sources: AbilitySources,
  { productName, zone }: { productName: string; zone: string },
): OpenAbilities {
  return async ({ userId }, { companion, connected, now, position, isForModel, given }) => {
    const db = deps.database.kysely;
    const { city } = await findFestival(db);
    const [homeNotes, communityHome] = await Promise.all([
      sources.notesLike(db, userId, { pattern: HOME_NOTE, isForModel }),
      sources.home(db, userId),
    ]);
    const home = homeOfNotes(city, homeNotes) ?? communityHome;
    const clock = { now, zone };
    const communities: AbilityWorld["communities"] = (ids) => sources.communities(db, userId, ids);
    // One answer needs the same listings three times: to find, judge and show them.
    const known = new Map<string, ListingFacts | undefined>();
    const listings: AbilityWorld["listings"] = async (ids) => {
      const missing = ids.filter((id) => !known.has(id));
      if (missing.length > 0) {
        const facts = await sources.listings(db, userId, missing);
        for (const id of missing) known.set(id, facts.get(id));
      }
      return new Map(
        ids.flatMap((id) => {
          const facts = known.get(id);
          return facts === undefined ? [] : [[id, facts] as const];
        }),
      );
    };
    const allowed = async (hits: readonly Hit[]) =>
      isForModel ? await withoutKept(sources.kept, db, { userId, hits }) : [...hits];
    const itemsOf = (hits: readonly Hit[], notes: ReadonlyMap<string, NoteFacts> = new Map()) =>
      withLending(
        { listings, clock },
        hits.map((hit) => retrievedOf(city, hit, notes.get(memoryIdOf(hit.id) ?? ""))),
      );
    return {
      productName,
      city,
      clock,
      me: position === null ? null : devicePositionOf(position),
      home,
      services: servicesOf(city),
      async find({ text, kinds, near, limit }) {
        const only = kinds === null ? {} : { kinds };
        const request = { text, asked: text, companion, connected, near, limit, ...only };
        const hits = await allowed(await search(deps, userId, request));
        const memoryIds = hits.flatMap(({ id }) => memoryIdOf(id) ?? []);
        const notes = await sources.notesAmong(db, userId, memoryIds);
        return await itemsOf(hits, notes);
      },
      async items(ids) {
        const found = await itemsOf(await allowed(await findVisible(db, userId, ids)));
        const named = ids.flatMap((id) => (id.startsWith(COMMUNITY) ? id.slice(COMMUNITY.length) : []));
        return named.length === 0
          ? found
          : [...found, ...(await communities(named)).map((found) => communityItem(city, found))];
      },
      events: (asked) => sources.events(db, asked, zone),
      communityNames: () => sources.communityNames(db),
      communities,
      around: async (point, limit) => await itemsOf(await listVisibleAround(db, city, point, limit)),
      ownedBy: async (pseudonym) => {
        const ids = await sources.listingsOf(db, pseudonym);
        return await itemsOf(await findVisible(db, userId, ids));
      },
      listings,
      async ownLines(which) {
        const lines = await sources.ownLines(db, userId, which);
        const memoryIds = (lines ?? []).flatMap(({ memoryId }) => memoryId ?? []);
        const kept = isForModel ? await sources.kept.among(db, userId, memoryIds) : new Set<string>();
        given.add(memoryIds.filter((id) => !kept.has(id)));
        return lines?.filter(({ memoryId = "" }) => !kept.has(memoryId)) ?? null;
      },
    };
  };
}
