import type { City, GeoPoint, ServiceKind } from "../city/city.ts";
import { isInsideFence, toLocal } from "../city/geometry.ts";
import { type Service, servicesOf } from "../city/services.ts";
import { directions, type Route } from "./directions.ts";

export interface Post {
  service: Service;
  /** The way there; null when nobody knows where it begins. */
  route: Route | null;
}

/** The city's posts of a kind, nearest first. @param from null, or a point outside the fence: in the city's order and without a way */
export function nearestPosts(city: City, kind: ServiceKind, from: GeoPoint | null): Post[] {
  const services = servicesOf(city).filter((service) => service.kind === kind);
  if (from === null || !isInsideFence(city, from))
    return services.map((service) => ({ service, route: null }));
  const start = toLocal(city, from);
  return services
    .map((service) => ({ service, route: directions(city, start, toLocal(city, service.at)) }))
    .toSorted((one, other) => one.route.metres - other.route.metres);
}

/** Where medics are. */
export interface Medical {
  /** "Nearest medical: 9:00 B Plaza, 8 min walk", or all of their places. */
  words: string;
  /** Null when nobody knows from where the way begins. */
  nearest: Service | null;
}

/** Where the nearest medics are; null for a city without any. */
export function medicalNear(city: City, from: GeoPoint | null): Medical | null {
  const posts = nearestPosts(city, "medical", from);
  const [nearest] = posts;
  if (nearest === undefined) return null;
  const { service, route } = nearest;
  return route === null
    ? { words: `Medical: ${posts.map((post) => post.service.address).join(", ")}`, nearest: null }
    : { words: `Nearest medical: ${service.address}, ${route.footMinutes} min walk`, nearest: service };
}
