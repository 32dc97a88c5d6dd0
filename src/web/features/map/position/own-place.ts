import { formatClock, parseClock } from "#shared/features/map/city/clock.ts";
import { findStreet, type City } from "#shared/features/map/city/city.ts";
import { fixAge, isFresh } from "#shared/features/map/view/fix-age.ts";
import { isInsideFence, type LocalPoint, reverse, toLocal } from "#shared/features/map/city/geometry.ts";
import { nearestAddress } from "#shared/features/map/city/nearest-address.ts";
import type { Fix } from "#web/lib/device/position.ts";

/** The user's place on the map. */
export interface OwnPlace extends LocalPoint {
  /** True for a GPS position; false for the middle of the map, the specification's default. */
  isReal: boolean;
  /** Meters; 0 if `isReal` is false. */
  accuracyM: number;
}

const MIDDLE: OwnPlace = { x: 0, y: 0, isReal: false, accuracyM: 0 };

/** The GPS position inside the city's fence; otherwise the middle of the map. */
export function ownPlaceOf(city: City, fix: Fix | null): OwnPlace {
  if (fix === null || !isInsideFence(city, fix)) return MIDDLE;
  return { ...toLocal(city, fix), isReal: true, accuracyM: fix.accuracyM };
}

/**
 * The user's address: "7:32 & Delight (accurate to 12 m)", or for an old fix "7:32 & Delight (40 s ago)".
 * @param now milliseconds since the epoch
 */
export function ownAddress(city: City, fix: Fix, now: number): string {
  if (!isInsideFence(city, fix)) return "You’re outside the city, so the map shows you at its middle.";
  const note = isFresh(fix.at, now)
    ? `(accurate to ${Math.max(1, Math.round(fix.accuracyM))} m)`
    : `(${fixAge(fix.at, now)})`;
  return `${nearestAddress(city, fix)} ${note}`;
}

/**
 * The rough position of a device for other users: the street at the nearest quarter of the clock or, outside the city, degrees to about a
 * kilometer.
 */
export function placeInWords(city: City, fix: Pick<Fix, "latitude" | "longitude">): string {
  if (!isInsideFence(city, fix)) return `${fix.latitude.toFixed(2)}, ${fix.longitude.toFixed(2)}`;
  const { street, time, distance } = reverse(city, fix);
  if (distance < 30) return "The Man";
  const clock = formatClock(Math.round((parseClock(time) ?? 0) * 4) / 4);
  if (street !== null) return `${clock} & ${findStreet(city, street)?.name ?? street}`;
  return `${clock}, ${Math.max(1, Math.round(distance / 100)) * 100} m from the Man`;
}
