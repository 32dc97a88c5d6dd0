import { type Address, blank, formatAddress, parseAddress } from "#shared/features/map/address/address.ts";
import { placeCamps } from "#shared/features/map/address/place.ts";
import { type City, specCity } from "#shared/features/map/city/city.ts";
import { parseClock } from "#shared/features/map/city/clock.ts";
import { type LocalPoint, locateLocal, toLocal } from "#shared/features/map/city/geometry.ts";
import { streetOfName } from "#shared/features/map/address/street-names.ts";
import type { Situation } from "./talk-format.ts";
import { itemsOf, type World } from "./world.ts";

/** The city with letters for its street names: talks write addresses in this way. */
const letterCity: City = {
  ...specCity,
  streets: specCity.streets.map((street) => ({ ...street, name: street.ref })),
};

/** An address as a talk may write it, including a whole street; null for anything else. */
export function readAddress(text: string): Address | null {
  const street = streetOfName(text);
  if (street !== null) return { ...blank("annular"), street, frontage: "annular" };
  if (parseClock(text) !== null) return { ...blank("radial"), time: text, frontage: "radial" };
  const address = parseAddress(text);
  return address.kind === "unknown" || address.kind === "none" || address.kind === "village" ? null : address;
}

/** The canonical form of an address in a talk: "7:30 & E", "3:00 B Plaza", "The Temple"; null for anything else. */
export function canonicalAddress(text: string): string | null {
  const address = readAddress(text);
  return address && formatAddress(letterCity, address);
}

/**
 * The position of `me`, `home`, an item or an address, in meters from the Man. Null for anything without a single point, such as a whole
 * street, or a position that is not shared.
 */
export function pointOf(world: World, situation: Situation, place: string): LocalPoint | null {
  if (place === "me")
    return ofText(situation.position === undefined ? world.me.position : situation.position);
  if (place === "home") return homePoint(world, situation);
  const [kind, id] = splitReference(place);
  if (kind === "camp") return campPoint(world, id);
  if (kind === null) return ofText(place);
  return ofText(itemsOf(world).get(place)?.address ?? null);
}

/** `["camp", "2027-hydra"]` for `camp:2027-hydra`. The kind is null for text that is not a reference, such as "7:30 & E". */
export function splitReference(text: string): [string, string] | [null, string] {
  const match = /^([a-z]+):(.+)$/.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? [null, text] : [match[1], match[2]];
}

function homePoint(world: World, situation: Situation): LocalPoint | null {
  return situation.home === undefined ? campPoint(world, world.me.homeCampId) : ofText(situation.home);
}

/** On its plot, as on the map: a few meters away from the intersection. */
function campPoint(world: World, id: string): LocalPoint | null {
  const camps = world.camps.map((camp) => ({ ...camp, playa_location: null }));
  const placed = placeCamps(specCity, camps).get(id);
  return placed === undefined ? null : toLocal(specCity, placed);
}

function ofText(text: string | null): LocalPoint | null {
  const address = text === null ? null : readAddress(text);
  const hasPoint = address !== null && address.kind !== "radial" && address.kind !== "annular";
  return hasPoint ? locateLocal(specCity, address) : null;
}
