import type { Address } from "../address/address.ts";
import { type City, findStreet, type GeoPoint, type StreetRef } from "./city.ts";
import { clockDegrees, formatClock, parseClock } from "./clock.ts";

/** Meters from the city's center: x towards 3:00, y towards 12:00 (so 12:00 is up). */
export type LocalPoint = { x: number; y: number };

/**
 * The point of an address: the intersection for "7:30 & E", the edge of a plaza for "7:30 G Plaza @ 4:30". Null when the address names no
 * point of this city (a village, an unknown street, no address at all).
 */
export function locate(city: City, address: Address): GeoPoint | null {
  const local = locateLocal(city, address);
  return local && toGeo(city, local);
}

/** Like `locate`, in meters from the center. */
export function locateLocal(city: City, address: Address): LocalPoint | null {
  const hours = address.time === null ? null : parseClock(address.time);
  const radius = address.street === null ? null : (findStreet(city, address.street)?.radius ?? null);
  switch (address.kind) {
    case "intersection":
      return hours === null || radius === null ? null : fromClock(radius, hours);
    case "radial":
      return hours === null ? null : fromClock(middleRadius(city), hours);
    case "annular":
      return radius === null ? null : fromClock(radius, middleOfArc(city));
    case "polar":
      return hours === null ? null : fromClock((address.distanceFt ?? 0) * 0.3048, hours);
    case "plaza":
      return locatePlaza(city, address, hours);
    case "portal":
      return locatePortal(city, address);
    case "centerCampPlaza":
    case "innerCircle":
      return aroundCentreCamp(city, city.centreCamp.plazaRadius, hours);
    case "ringRoad":
      return aroundCentreCamp(city, city.centreCamp.ringRoadRadius, hours);
    case "route66":
      return aroundCentreCamp(
        city,
        (city.centreCamp.plazaRadius + city.centreCamp.ringRoadRadius) / 2,
        hours,
      );
    case "airport":
    case "gate":
      return fromLandmark(city.landmarks[address.kind]);
    case "landmark":
      return address.landmark === "temple" ? fromLandmark(city.landmarks.temple) : { x: 0, y: 0 };
    case "village":
    case "unknown":
    case "none":
      return null;
  }
}

export type NearestAddress = {
  /** Null on open ground: more than a block inside the first street or outside the last, or outside the arc. */
  street: StreetRef | null;
  time: string;
  /** From the center, in meters. */
  distance: number;
};

/** The address of a point: the nearest ring street and the time to the minute. */
export function reverse(city: City, point: GeoPoint): NearestAddress {
  const local = toLocal(city, point);
  const distance = Math.hypot(local.x, local.y);
  const hours = hoursOf(local);
  const nearest = city.streets.reduce((best, street) =>
    Math.abs(street.radius - distance) < Math.abs(best.radius - distance) ? street : best,
  );
  // A plot is at most half a block deep, so the ground of a street ends at half the widest spacing.
  const isOnStreet = Math.abs(nearest.radius - distance) <= widestSpacing(city) / 2 && isInArc(city, hours);
  return { street: isOnStreet ? nearest.ref : null, time: formatClock(hours), distance };
}

export function isInsideFence(city: City, point: GeoPoint): boolean {
  const { x, y } = toLocal(city, point);
  const corners = fenceCorners(city);
  // The corners run clockwise: a point is inside when it is to the right of, or on, every edge.
  return corners.every((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) <= 0;
  });
}

export function fenceCorners(city: City): LocalPoint[] {
  const first = parseClock(city.fence.firstPoint) ?? 0;
  return Array.from({ length: city.fence.points }, (_, index) =>
    fromClock(city.fence.radius, first + (12 / city.fence.points) * index),
  );
}

export function toLocal(city: City, point: GeoPoint): LocalPoint {
  const east = (point.longitude - city.centre.longitude) * city.metresPerDegree.longitude;
  const north = (point.latitude - city.centre.latitude) * city.metresPerDegree.latitude;
  const { sin, cos } = bearing(city);
  return { x: east * cos - north * sin, y: east * sin + north * cos };
}

export function toGeo(city: City, { x, y }: LocalPoint): GeoPoint {
  const { sin, cos } = bearing(city);
  return {
    latitude: city.centre.latitude + (y * cos - x * sin) / city.metresPerDegree.latitude,
    longitude: city.centre.longitude + (y * sin + x * cos) / city.metresPerDegree.longitude,
  };
}

/** The point at a distance from the center and hours on the city's clock. */
export function fromClock(radius: number, hours: number): LocalPoint {
  const angle = (clockDegrees(hours) * Math.PI) / 180;
  return { x: radius * Math.sin(angle), y: radius * Math.cos(angle) };
}

/** The hours of a point on the city's clock, 0 to 12. */
export function hoursOf({ x, y }: LocalPoint): number {
  return ((Math.atan2(x, y) * 6) / Math.PI + 12) % 12;
}

/**
 * Side of the square around the center that the map shows, in meters: the longer side of the city's bounds (the specification's are 3,720 m
 * high). Zoom 1 makes it twice the shorter side of the screen, see `view.ts`.
 */
export function mapSide(city: City): number {
  const { southWest, northEast } = city.bounds;
  return Math.max(
    (northEast.latitude - southWest.latitude) * city.metresPerDegree.latitude,
    (northEast.longitude - southWest.longitude) * city.metresPerDegree.longitude,
  );
}

/** Accurate to the minute, like addresses: the first and the last radial belong to the arc despite rounding. */
function isInArc(city: City, hours: number): boolean {
  const halfMinute = 1 / 120;
  const since = (hours - (parseClock(city.arc.from) ?? 0) + 12) % 12;
  return since <= arcHours(city) + halfMinute || since >= 12 - halfMinute;
}

/** Length of the built-up arc in hours. */
export function arcHours(city: City): number {
  return ((parseClock(city.arc.to) ?? 0) - (parseClock(city.arc.from) ?? 0) + 12) % 12;
}

/** The arc's ends in hours, the later one greater. */
export function arcOf(city: City): { from: number; to: number } {
  const from = parseClock(city.arc.from) ?? 0;
  return { from, to: from + arcHours(city) };
}

/**
 * A point on the rim of a circle around `centre`, by the circle's own clock: its 12:00 faces the Man, whatever the city's clock shows
 * there.
 */
export function onPlazaClock(centre: LocalPoint, radius: number, hours: number): LocalPoint {
  const rim = fromClock(radius, hoursOf(centre) + 6 + hours);
  return { x: centre.x + rim.x, y: centre.y + rim.y };
}

/** Center of the plaza an address names; without a street, the innermost plaza at that time. */
export function plazaCentre(city: City, address: Address): LocalPoint | null {
  const hours = address.plazaTime === null ? null : parseClock(address.plazaTime);
  if (hours === null) return null;
  const listed = city.plazas.find((plaza) => parseClock(plaza.time) === hours)?.street;
  const ref = address.plazaStreet ?? listed ?? address.street;
  const street = ref && findStreet(city, ref);
  return street ? fromClock(street.radius, hours) : null;
}

export function centreCampCentre(city: City): LocalPoint {
  return fromLandmark(city.centreCamp);
}

function locatePlaza(city: City, address: Address, hours: number | null): LocalPoint | null {
  const centre = plazaCentre(city, address);
  return centre && hours !== null ? onPlazaClock(centre, city.plazaRadius, hours) : centre;
}

/** A portal is a gap in the Esplanade. With a street, it means that street's end of the gap. */
function locatePortal(city: City, address: Address): LocalPoint | null {
  const hours = address.plazaTime === null ? null : parseClock(address.plazaTime);
  const street = findStreet(city, address.street ?? "Esplanade");
  return hours === null || street === null ? null : fromClock(street.radius, hours);
}

function aroundCentreCamp(city: City, radius: number, hours: number | null): LocalPoint {
  const centre = centreCampCentre(city);
  return hours === null ? centre : onPlazaClock(centre, radius, hours);
}

function fromLandmark({ time, distance }: { time: string; distance: number }): LocalPoint {
  return fromClock(distance, parseClock(time) ?? 0);
}

function bearing(city: City): { sin: number; cos: number } {
  const angle = (city.bearing12 * Math.PI) / 180;
  return { sin: Math.sin(angle), cos: Math.cos(angle) };
}

function middleRadius(city: City): number {
  const radii = city.streets.map((street) => street.radius);
  return (Math.min(...radii) + Math.max(...radii)) / 2;
}

function middleOfArc(city: City): number {
  return (parseClock(city.arc.from) ?? 0) + arcHours(city) / 2;
}

function widestSpacing(city: City): number {
  return Math.max(
    ...city.streets.slice(1).map((street, index) => street.radius - (city.streets[index]?.radius ?? 0)),
  );
}
