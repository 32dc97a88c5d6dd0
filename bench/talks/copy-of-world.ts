import { parseAddress } from "#shared/features/map/address/address.ts";
import { type GeoPoint, specCity } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import { indexDocuments } from "#shared/features/search/document-index.ts";
import { campDocument, memoryDocument, resourceDocument } from "#shared/features/search/documents.ts";
import type { SearchDocument } from "#shared/features/search/document.ts";
import type { CampEvent, ListingFacts, OwnLine } from "#shared/features/talk/answer/ability-world.ts";
import { type Copy, worldOfCopy } from "#shared/features/talk/answer/copy-world.ts";
import { daysInSentence } from "#shared/features/talk/words/days-taken.ts";
import type { Situation } from "./talk-format.ts";
import type { World } from "./world.ts";

/** The talks' world as a phone's copy for the user who asks. */
export function copyOfWorld(world: World, situation: Situation = {}): ReturnType<typeof worldOfCopy> {
  const position = situation.position === undefined ? world.me.position : situation.position;
  const home = situation.home === undefined ? world.me.home : situation.home;
  const homeAt = home === null ? null : placeOf(home);
  const me = position === null ? null : placeOf(position);
  const now = new Date(situation.now ?? world.festival.now);
  const copy: Copy = {
    productName: "Looby",
    city: specCity,
    clock: { now, zone: world.festival.timeZone },
    me: me === null ? null : { ...me, accuracyM: 10, at: now },
    home: homeAt === null ? null : { name: "home", at: homeAt },
    services: world.services.flatMap(({ kind, name, address, hours }) => {
      const at = placeOf(address);
      return at === null ? [] : [{ kind, name, address, hours, at }];
    }),
    index: indexDocuments(documentsOf(world)),
    notes: new Map(
      world.memories.map(({ id, createdAt }) => [
        `memory:${id}`,
        { isNeed: false, notedAt: Date.parse(createdAt) },
      ]),
    ),
    connected: [],
    facts: factsOf(world),
    communities: world.communities.map(({ id, name, description, address }) => ({
      id,
      name,
      description,
      place: address,
      at: placeOf(address),
      things: world.resources.filter(({ communityId }) => communityId === id).length,
      isMember: false,
    })),
    events: async ({ campId }) => eventsOf(world).filter((each) => campId === null || each.campId === campId),
    ownLines: async (which) => ownLines(world, which),
  };
  return worldOfCopy(copy);
}

function placeOf(address: string): GeoPoint | null {
  return locate(specCity, parseAddress(address));
}

function documentsOf(world: World): SearchDocument[] {
  const placed = (address: string) => {
    const at = placeOf(address);
    return { latitude: at?.latitude ?? null, longitude: at?.longitude ?? null };
  };
  const plain = {
    ownerId: null,
    communityId: null,
    companion: null,
    place: null,
    latitude: null,
    longitude: null,
  };
  return [
    ...world.camps.map(({ id, name, description, offerings, location_string }) =>
      campDocument({
        id,
        name,
        description: [description, ...offerings].join("\n"),
        landmark: null,
        hometown: null,
        place: location_string,
        ...placed(location_string),
      }),
    ),
    ...world.resources.map(({ id, title, description, tags, address, communityId }) =>
      resourceDocument({ id, communityId, title, description, tags, address, ...placed(address) }),
    ),
    ...world.memories.map(({ id, content }) =>
      memoryDocument({ id, userId: world.me.personId, title: null, content }),
    ),
    ...world.guide.map(({ key, title, text }) => ({
      ...plain,
      id: `context:looby#${key}`,
      kind: "context" as const,
      title,
      body: text,
    })),
  ];
}

/** The programme, in the order of the world's events. */
export function eventsOf({ camps, events }: World): CampEvent[] {
  return events.map(({ hosted_by_camp, title, start, end }) => ({
    campId: `camp:${hosted_by_camp}`,
    campName: camps.find(({ id }) => id === hosted_by_camp)?.name ?? "",
    title,
    description: null,
    start,
    end,
  }));
}

function factsOf(world: World): ReadonlyMap<string, ListingFacts> {
  const people = new Map(world.people.map(({ id, pseudonym }) => [id, pseudonym]));
  return new Map(
    world.resources.map(({ id, type, availability, ownerId }) => [
      `resource:${id}`,
      {
        type,
        availability,
        ownerName: people.get(ownerId) ?? ownerId,
        isMine: ownerId === world.me.personId,
        loans: world.loans.flatMap(({ resourceId, state, first, last }) =>
          resourceId === id && (state === "approved" || state === "handed-over")
            ? [{ state, first, last }]
            : [],
        ),
      },
    ]),
  );
}

function ownLines(world: World, which: "loans" | "requests" | "needs" | "plan"): OwnLine[] {
  const line = (text: string, resourceId?: string): OwnLine => ({
    sourceId: resourceId === undefined ? null : `resource:${resourceId}`,
    text,
  });
  const nameOf = (personId: string) => world.people.find(({ id }) => id === personId)?.pseudonym ?? personId;
  /** Formatted like the server's lines. */
  const loanLine = ({ resourceId, borrowerId, first, last }: World["loans"][number]): OwnLine => {
    const ownerId = world.resources.find(({ id }) => id === resourceId)?.ownerId ?? "";
    const other =
      borrowerId === world.me.personId ? `from ${nameOf(ownerId)}` : `lent to ${nameOf(borrowerId)}`;
    return line(`${title(resourceId)}, ${daysInSentence(first, last)}, ${other}`, resourceId);
  };
  const title = (resourceId: string) =>
    world.resources.find(({ id }) => id === resourceId)?.title ?? resourceId;
  const mine = world.loans.filter(
    ({ borrowerId, resourceId }) =>
      borrowerId === world.me.personId ||
      world.resources.find(({ id }) => id === resourceId)?.ownerId === world.me.personId,
  );
  switch (which) {
    case "loans":
      return mine.filter(({ state }) => state === "approved" || state === "handed-over").map(loanLine);
    case "requests":
      return mine.filter(({ state }) => state === "requested").map(loanLine);
    case "needs":
      return world.needs.filter(({ state }) => state === "open").map(({ text }) => line(text));
    case "plan":
      return world.plan.map((id) => line(world.events.find((event) => event.id === id)?.title ?? id));
  }
}
