import type { City, GeoPoint } from "../city/city.ts";
import { toLocal } from "../city/geometry.ts";
import { nearbyLimit, nearbyRadiusDegrees } from "../city/spec-constants.ts";

/** An item that may have a place. A camp whose address names no point of the city has none. */
export type Placeable = { id: string; latitude: number | null; longitude: number | null };
export type Near<Thing> = { thing: Thing; /** In a straight line. */ metres: number };

/**
 * The nearest other items within 0.005 degrees of latitude (on the ground, so it is a circle), at most five, nearest first. Empty for an
 * item without a place.
 */
export function nearbyOf<Thing extends Placeable>(
  city: City,
  things: readonly Thing[],
  thing: Thing,
): Near<Thing>[] {
  const here = placeOf(thing);
  if (here === null) return [];
  const reach = nearbyRadiusDegrees * city.metresPerDegree.latitude;
  return nearestTo(city, things, here)
    .filter((near) => near.thing.id !== thing.id && near.metres <= reach)
    .slice(0, nearbyLimit);
}

/** All items that have a place, nearest first, then by id. */
export function nearestTo<Thing extends Placeable>(
  city: City,
  things: readonly Thing[],
  here: GeoPoint,
): Near<Thing>[] {
  const from = toLocal(city, here);
  return things
    .flatMap((thing) => {
      const place = placeOf(thing);
      if (place === null) return [];
      const to = toLocal(city, place);
      return [{ thing, metres: Math.hypot(to.x - from.x, to.y - from.y) }];
    })
    .toSorted((a, b) => a.metres - b.metres || (a.thing.id < b.thing.id ? -1 : 1));
}

/** Null when the item has no place. */
export function placeOf({ latitude, longitude }: Omit<Placeable, "id">): GeoPoint | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
