import type { City, GeoPoint } from "../city/city.ts";
import { isInsideFence, toLocal } from "../city/geometry.ts";
import { type Service, servicesOf } from "../city/services.ts";
import { directions, type Route } from "./directions.ts";

/** The services with the way to each, the shortest first. */
export function nearestServices(
  city: City,
  services: readonly Service[],
  from: GeoPoint,
): { service: Service; way: Route }[] {
  const start = toLocal(city, from);
  return services
    .map((service) => ({ service, way: directions(city, start, toLocal(city, service.at)) }))
    .toSorted((one, other) => one.way.metres - other.way.metres);
}

/** The places of the medics. */
export interface Medical {
  /** "Nearest medical: 9:00 B Plaza, 8 min walk", or all of their places. */
  words: string;
  /** Null when the starting point is unknown. */
  nearest: Service | null;
}

/**
 * The places of the nearest medics; null for a city without any. @param from null, or a point outside the fence: the starting point is
 * unknown
 */
export function medicalNear(city: City, from: GeoPoint | null): Medical | null {
  const posts = servicesOf(city).filter(({ kind }) => kind === "medical");
  if (posts.length === 0) return null;
  const [nearest] = from === null || !isInsideFence(city, from) ? [] : nearestServices(city, posts, from);
  if (nearest === undefined)
    return { words: `Medical: ${posts.map(({ address }) => address).join(", ")}`, nearest: null };
  const { service, way } = nearest;
  return { words: `Nearest medical: ${service.address}, ${way.footMinutes} min walk`, nearest: service };
}
