import type { GeoPoint } from "../city/city.ts";
import { markerId } from "../marker-id.ts";

/** Two or more things in the same spot. */
export interface Stack<Thing> {
  /** Derived from the spot, so that a link to it still works when a thing is added. */
  id: string;
  things: [Thing, Thing, ...Thing[]];
}

/** Groups the things in the same spot. A thing with a separate spot, or without one, is in no stack. */
export function stackCoincident<Thing>(
  things: readonly Thing[],
  placeOf: (thing: Thing) => GeoPoint | null,
): Stack<Thing>[] {
  const spots = Map.groupBy(things, (thing) => spotOf(placeOf(thing)));
  return [...spots].flatMap(([spot, [first, second, ...others]]) =>
    spot === null || first === undefined || second === undefined
      ? []
      : [{ id: markerId("stack", spot), things: [first, second, ...others] }],
  );
}

/** Five decimals are about a meter. */
function spotOf(place: GeoPoint | null): string | null {
  return place === null ? null : `${place.latitude.toFixed(5)}:${place.longitude.toFixed(5)}`;
}
