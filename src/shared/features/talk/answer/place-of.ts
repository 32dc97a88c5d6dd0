import { formatAddress } from "#shared/features/map/address/address.ts";
import { findAddress } from "#shared/features/map/address/find-address.ts";
import { clarifyAddresses } from "#shared/features/map/address/loose-address.ts";
import type { GeoPoint } from "#shared/features/map/city/city.ts";
import { isInsideFence, locate, toLocal } from "#shared/features/map/city/geometry.ts";
import { nearestAddress } from "#shared/features/map/city/nearest-address.ts";
import { roundMetres } from "#shared/features/map/view/direction-words.ts";
import { directions, type Route } from "#shared/features/map/view/directions.ts";
import { nearestServices } from "#shared/features/map/view/nearest-services.ts";
import { fixAge } from "#shared/features/map/view/fix-age.ts";
import { plain, type Prose, prose } from "#shared/features/chat/prose.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { communitiesNamed } from "#shared/features/communities/named-community.ts";
import { titleHasWord } from "../understand/spoken/title-has-word.ts";
import type { PlaceRef } from "../understand/intent.ts";
import type { AbilityWorld, DevicePosition } from "./ability-world.ts";
import { communityItem } from "./community-item.ts";

/** A place an answer can measure distances from. */
export interface KnownPlace {
  name: string;
  at: GeoPoint;
  /** The camp or item at this place; null for an address. */
  item: Retrieved | null;
  /** Its name is only similar to the one the user gave. */
  isGuess?: boolean;
}

export type FoundPlace =
  | { kind: "place"; place: KnownPlace }
  /** Several match equally well. */
  | { kind: "several"; items: Retrieved[] }
  /** A sentence with the next step for the user. */
  | { kind: "unknown"; sentence: Prose };

/** The distinctive words of a title: without "camp", "the" and punctuation. */
function nameOf(title: string): string[] {
  return title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !/^(?:the|camp|and|of|a)$/.test(word));
}

/** Resolves a place reference. The default is the user's position. */
export async function placeOf(world: AbilityWorld, ref: PlaceRef): Promise<FoundPlace> {
  switch (ref.kind) {
    case "me":
      if (world.me !== null) return known(positionPhrase(world.me, world.clock.now), world.me, null);
      return unknown(prose`I don't know where you are. Tell me an address near you, such as 7:30 & Enchant.`);
    case "home":
      if (world.home !== null) return known(world.home.name, world.home.at, null);
      return unknown(
        prose`I don't know where you live. Say “remember my camp is at 7:30 & Enchant”, and keep it, or tell me an address near you.`,
      );
    case "address": {
      const at = locate(world.city, ref.address);
      const name = formatAddress(world.city, ref.address) ?? ref.words;
      return at === null ? unknown(prose`${plain(name)} is not on this map.`) : known(name, at, null);
    }
    case "shown": {
      const [item] = await world.items([ref.shown.sourceId]);
      return placeOfNote(world, item) ?? placeOfItem(item, ref.shown.title);
    }
    case "service":
      return await servicePlace(world, ref);
    case "named":
      return await namedPlace(world, ref.name);
  }
}

async function servicePlace(
  world: AbilityWorld,
  { service, from }: PlaceRef & { kind: "service" },
): Promise<FoundPlace> {
  const start = await placeOf(world, from ?? { kind: "me" });
  const services = world.services.filter(({ kind }) => kind === service);
  const nearest =
    start.kind === "place" ? nearestServices(world.city, services, start.place.at)[0]?.service : services[0];
  return nearest === undefined
    ? unknown(prose`I don't know where that is here.`)
    : known(`${nearest.name} at ${nearest.address}`, nearest.at, null);
}

/** The address in the text of a note or a guide; null when there is none. */
function placeOfNote({ city }: AbilityWorld, item: Retrieved | undefined): FoundPlace | null {
  if (item === undefined || item.at !== null) return null;
  const found = findAddress(city, clarifyAddresses(`${item.source.title}. ${item.body}`));
  const at = found === null ? null : locate(city, found.address);
  return found === null || at === null ? null : known(formatAddress(city, found.address) ?? "", at, null);
}

/** Above these limits, in milliseconds and meters, an answer states the position's age and its accuracy. */
const STALE_MS = 2 * 60_000;
const ROUGH_METRES = 200;

/** "where you are", with its age or accuracy if the position is old or rough. */
function positionPhrase({ at, accuracyM }: DevicePosition, now: Date): string {
  const isStale = now.getTime() - at.getTime() > STALE_MS;
  if (isStale) return `where you were ${fixAge(at.getTime(), now.getTime())}`;
  return accuracyM > ROUGH_METRES
    ? `where you are (roughly, within ${roundMetres(accuracyM)})`
    : "where you are";
}

/** "You are near 4:30 & F (within about 20 m)": no more certain than the device. */
export function positionSentence(world: Pick<AbilityWorld, "city" | "clock">, me: DevicePosition): Prose {
  const { now } = world.clock;
  const within = prose`within about ${plain(roundMetres(Math.max(5, me.accuracyM)))}`;
  if (!isInsideFence(world.city, me))
    return prose`You are outside the city, as far as your device can tell (${within}).`;
  const address = prose`**${plain(nearestAddress(world.city, me))}**`;
  if (now.getTime() - me.at.getTime() > STALE_MS)
    return prose`You were near ${address} ${plain(fixAge(me.at.getTime(), now.getTime()))} (${within}). Ask again with your place for a newer one.`;
  return me.accuracyM > ROUGH_METRES
    ? prose`Your device knows it only roughly: somewhere around ${address} (${within}).`
    : prose`You are near ${address} (${within}).`;
}

function placeOfItem(item: Retrieved | undefined, title: string): FoundPlace {
  if (item === undefined) return unknown(prose`${plain(title)} is no longer here.`);
  if (item.at === null) return unknown(prose`${plain(title)} has no place on the map.`);
  return known(item.source.title, item.at, item);
}

async function namedPlace(world: AbilityWorld, name: string): Promise<FoundPlace> {
  const service = world.services.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (service !== undefined) return known(service.name, service.at, null);
  const exact = communitiesNamed(name, await world.communityNames()).find(({ rest }) => rest.length === 0);
  const [community] = exact === undefined ? [] : await world.communities([exact.community.id]);
  if (community !== undefined) return placeOfItem(communityItem(world.city, community), community.name);
  const found = await world.find({ text: name, kinds: ["camp", "resource"], near: world.me, limit: 12 });
  const asked = new Set(nameOf(name));
  const titled = found
    .filter(({ at }) => at !== null)
    .map((item) => {
      const title = nameOf(item.source.title);
      const shared = title.filter((word) => asked.has(word)).length;
      return { item, share: shared / Math.max(1, title.length), isAll: shared >= asked.size };
    })
    .filter(({ share, isAll }) => share > 0 && (isAll || share >= 0.5))
    .toSorted((one, other) => Number(other.isAll) - Number(one.isAll) || other.share - one.share);
  const [best, next] = titled;
  const [owned] = best?.isAll === true ? [] : (await world.ownedBy(name)).filter(({ at }) => at !== null);
  if (owned !== undefined) return placeOfItem(owned, owned.source.title);
  if (best === undefined) {
    const [near] = found.filter(({ at, keywordShare }) => at !== null && keywordShare >= 0.5);
    if (near !== undefined && !hasWordOf(near, name)) return asGuess(placeOfItem(near, near.source.title));
    const place = near ?? (await campOfEvent(world, name));
    return place === undefined
      ? unknown(prose`I know no place called “${plain(name)}”. Tell me its address, or another name.`)
      : placeOfItem(place, place.source.title);
  }
  const isEqual = next !== undefined && next.share === best.share && next.isAll === best.isAll;
  const isOther = isEqual && next.item.source.title !== best.item.source.title;
  return isOther
    ? {
        kind: "several",
        items: titled
          .filter(({ share }) => share === best.share)
          .slice(0, 3)
          .map(({ item }) => item),
      }
    : placeOfItem(best.item, best.item.source.title);
}

function hasWordOf({ source, body }: Retrieved, name: string): boolean {
  return nameOf(name).some((word) => titleHasWord(`${source.title} ${body}`, word));
}

function asGuess(found: FoundPlace): FoundPlace {
  return found.kind === "place" ? { ...found, place: { ...found.place, isGuess: true } } : found;
}

/** The place as the start of a way: a name that is only similar is asked back, because a wrong start leads across the city. */
export async function startingPlace(world: AbilityWorld, ref: PlaceRef): Promise<FoundPlace> {
  const found = await placeOf(world, ref);
  const isGuess = found.kind === "place" && found.place.isGuess === true;
  return isGuess && found.place.item !== null ? { kind: "several", items: [found.place.item] } : found;
}

/** The camp of the event with that name: "the puppet show". */
async function campOfEvent(world: AbilityWorld, name: string): Promise<Retrieved | undefined> {
  const { eventsNamed } = await import("./events/events-named.ts");
  const [first] = await eventsNamed(world, name);
  return first === undefined ? undefined : (await world.items([first.event.campId]))[0];
}

function known(name: string, at: GeoPoint, item: Retrieved | null): FoundPlace {
  return { kind: "place", place: { name, at, item } };
}

function unknown(sentence: Prose): FoundPlace {
  return { kind: "unknown", sentence };
}

/** The walking route between two places along the streets. */
export function wayBetween({ city }: Pick<AbilityWorld, "city">, from: GeoPoint, to: GeoPoint): Route {
  return directions(city, toLocal(city, from), toLocal(city, to));
}

/** Distance in meters in a straight line. */
export function metresBetween({ city }: Pick<AbilityWorld, "city">, from: GeoPoint, to: GeoPoint): number {
  const [one, other] = [toLocal(city, from), toLocal(city, to)];
  return Math.hypot(one.x - other.x, one.y - other.y);
}
