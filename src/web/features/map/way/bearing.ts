import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { formatClock } from "#shared/features/map/city/clock.ts";
import { hoursOf, toLocal } from "#shared/features/map/city/geometry.ts";

export interface Bearing {
  /** Straight-line distance. */
  metres: number;
  /** Degrees clockwise from true north. */
  degrees: number;
  /** The same on the city's clock, as seen from its center: towards "4:30". */
  clock: string;
}

/** Distance and direction from one place to another. */
export function bearingTo(city: City, from: GeoPoint, to: GeoPoint): Bearing {
  const [a, b] = [toLocal(city, from), toLocal(city, to)];
  const way = { x: b.x - a.x, y: b.y - a.y };
  const hours = hoursOf(way);
  return {
    metres: Math.hypot(way.x, way.y),
    degrees: (hours * 30 + city.bearing12 + 360) % 360,
    clock: formatClock(Math.round(hours * 4) / 4),
  };
}

/** The direction to turn, in words for users who cannot see the map. */
export function turnWords(degrees: number, headingDegrees: number): string {
  const turn = ((degrees - headingDegrees + 540) % 360) - 180;
  const size = Math.abs(turn);
  if (size <= 15) return "Straight ahead";
  if (size >= 165) return "Behind you";
  const side = turn > 0 ? "right" : "left";
  return size < 60
    ? `A little to the ${side}`
    : size <= 120
      ? `To the ${side}`
      : `Behind you, to the ${side}`;
}
