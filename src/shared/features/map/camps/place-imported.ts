import type { Camp, Placement } from "./camp.ts";
import type { ReadCamp } from "./camp-file.ts";
import { accuracyM } from "../view/accuracy.ts";
import { type City, type GeoPoint, specCity } from "../city/city.ts";
import { isInsideFence, locateLocal, toLocal } from "../city/geometry.ts";
import { addressOfCamp } from "../address/camp-address.ts";
import { placeCamps } from "../address/place.ts";

/**
 * A given point closer than this to an intersection counts as that intersection: the file's author computed it from the address. In meters.
 */
const CROSSING_M = 12;

/**
 * Gives every camp its place. Uses the point in the file if it is more precise than an intersection; otherwise the plot described by
 * address, facing and size; otherwise the intersection. Public files contain computed intersections, with a dozen camps on one point, so
 * those camps are placed again. If the city is only a substitute (`spec` for a year without a file), any given point is better.
 */
export function placeImported(city: City, camps: readonly ReadCamp[]): Camp[] {
  const placed = placeCamps(
    city,
    camps.map(({ camp }) => camp),
  );
  const crowds = Map.groupBy(camps, ({ point }) => (point === null ? "" : keyOf(point)));
  return camps.map(({ camp, point }) => {
    const isShared = point !== null && (crowds.get(keyOf(point))?.length ?? 0) > 1;
    const place = placed.get(camp.id);
    if (point !== null && isTrusted(city, camp, point, isShared)) {
      const accuracy = isShared ? accuracyM.crossing : accuracyM.corner;
      return withPlace(camp, point, { method: "given", accuracyM: accuracy });
    }
    if (place !== undefined) return withPlace(camp, place, place.placement);
    // An intersection shared by several camps is still better than no place at all.
    if (point !== null && isNear(city, point)) {
      return withPlace(camp, point, { method: "given", accuracyM: accuracyM.crossing });
    }
    return camp;
  });
}

function isTrusted(city: City, camp: Camp, point: GeoPoint, isShared: boolean): boolean {
  if (!isNear(city, point)) return false;
  if (city === specCity) return true;
  if (isShared) return false;
  const crossing = locateLocal(city, addressOfCamp(camp));
  if (crossing === null) return true;
  const { x, y } = toLocal(city, point);
  return Math.hypot(x - crossing.x, y - crossing.y) > CROSSING_M;
}

/** Whether a point is in the city or not far outside its fence. */
export function isNear(city: City, point: GeoPoint): boolean {
  const { x, y } = toLocal(city, point);
  return isInsideFence(city, point) || Math.hypot(x, y) < 1.5 * city.fence.radius;
}

/** Seven decimals are about a centimeter. More would only make the response larger. */
function withPlace(camp: Camp, { latitude, longitude }: GeoPoint, placement: Placement): Camp {
  const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
  return { ...camp, latitude: round(latitude), longitude: round(longitude), placement };
}

function keyOf({ latitude, longitude }: GeoPoint): string {
  return `${latitude.toFixed(5)} ${longitude.toFixed(5)}`;
}
