import type { City } from "../city/city.ts";
import { parseClock } from "../city/clock.ts";
import { fromClock, toGeo, toLocal } from "../city/geometry.ts";
import type { DiscoveryKind } from "#shared/features/explore/contract.ts";

/** Metres within which one has come to a place. */
export const reachM: Record<DiscoveryKind, number> = { camp: 30, community: 50, art: 60 };

export interface Reachable {
  kind: DiscoveryKind;
  id: string;
  latitude: number;
  longitude: number;
}

/** Where a device says it is: degrees, and metres within which that is true. */
export interface Fix {
  latitude: number;
  longitude: number;
  accuracyM: number;
}

/** The city's own art: what everybody walks to. Their ids are kept in discoveries and never change. */
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

/** By their ids. */
const artNames = new Map([
  ["man", "The Man"],
  ["temple", "The Temple"],
]);
export const artIds: readonly string[] = [...artNames.keys()];

/** What a piece of the city's art is called; null for an id that is none's. */
export function artName(id: string): string | null {
  return artNames.get(id) ?? null;
}

/** Names one place among all kinds. */
export function keyOf({ kind, id }: { kind: DiscoveryKind; id: string }): string {
  return `${kind}:${id}`;
}

/**
 * The places a person has come to and not been to before. A fix that may be off by more than a place's reach says nothing
 * about having been there.
 */
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
