import type { City, StreetRef } from "./city.ts";
import { formatClock, parseClock } from "./clock.ts";
import { arcHours, fromClock, type LocalPoint } from "./geometry.ts";

export type CityLabel = {
  key: string;
  text: string;
  at: LocalPoint;
  kind: "hour" | "street";
  street: StreetRef | null;
  /** Hours: the unit vector away from the center. Streets: along the street, so that the text reads upright. */
  towards: LocalPoint;
  /** Street names need enough space between the streets. */
  minZoom: number;
};

/** Labels around and on the city: hours outside the last street, street names along the rings. The Man and the Temple have markers. */
export function cityLabels(city: City): CityLabel[] {
  const from = parseClock(city.arc.from) ?? 0;
  const span = arcHours(city);
  const rim = Math.max(...city.streets.map((street) => street.radius));
  const hours = Array.from({ length: Math.floor(span) + 1 }, (_, index): CityLabel => {
    const text = formatClock(from + index);
    const towards = fromClock(1, from + index);
    return {
      key: text,
      text,
      at: fromClock(rim, from + index),
      kind: "hour",
      street: null,
      towards,
      minZoom: 0,
    };
  });
  const names = city.streets.flatMap((street) =>
    // Between the radials, so that no name is on an intersection.
    [0.16, 0.41, 0.59, 0.84].map((share): CityLabel => {
      const at = fromClock(street.radius, from + span * share);
      const along = fromClock(1, from + span * share + 3);
      return {
        key: `${street.ref}-${share}`,
        text: street.name,
        at,
        kind: "street",
        street: street.ref,
        towards: along.x < 0 ? { x: -along.x, y: -along.y } : along,
        minZoom: 1.4,
      };
    }),
  );
  return [...hours, ...names];
}
