import type { City } from "../city/city.ts";
import { parseClock } from "../city/clock.ts";
import { fromClock, toGeo, toLocal } from "../city/geometry.ts";
import type { DiscoveryKind } from "#shared/features/explore/contract.ts";

/** Distance in meters at which a place counts as reached. */
export const reachM: Record<DiscoveryKind, number> = { camp: 30, community: 50, art: 60 };

export interface Reachable {
  kind: DiscoveryKind;
  id: string;
  latitude: number;
  longitude: number;
}

/** A device's position: degrees, and the accuracy radius in meters. */
export interface Fix {
  latitude: number;
  longitude: number;
  accuracyM: number;
}

/** The city's own art, which all users visit. The ids are stored in discoveries and never change. */
export function artOf(city: City): (Reachable & { name: string })[] {
  const { temple } = city.landmarks;
  return [
    { kind: "art", id: "man", name: "The Man", ...city.centre },
    {
      kind: "art",
      id: "temple",
      name: "The Temple",
      ...toGeo(city, fromClock(temple.distance, parseClock(temple.time) ?? 0)),
    },
  ];
}

/** Keyed by id. */
const artNames = new Map([
  ["man", "The Man"],
  ["temple", "The Temple"],
]);
export const artIds: readonly string[] = [...artNames.keys()];

/** Name of a piece of the city's art; null for an unknown id. */
export function artName(id: string): string | null {
  return artNames.get(id) ?? null;
}

/** A key for a place, unique over all kinds. */
export function keyOf({ kind, id }: { kind: DiscoveryKind; id: string }): string {
  return `${kind}:${id}`;
}

/** The places a user has reached for the first time. A fix whose error may exceed a place's reach does not show that the user was there. */
export function placesReached<Place extends Reachable>(
  city: City,
  fix: Fix,
  places: readonly Place[],
  known: ReadonlySet<string>,
): Place[] {
  const here = toLocal(city, fix);
  return places.filter((place) => {
    const reach = reachM[place.kind];
    if (!(fix.accuracyM <= reach) || known.has(keyOf(place))) return false;
    const there = toLocal(city, place);
    return Math.hypot(there.x - here.x, there.y - here.y) <= reach;
  });
}
