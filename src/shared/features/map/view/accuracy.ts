import type { Address } from "../address/address.ts";
import type { City } from "../city/city.ts";
import { parseClock } from "../city/clock.ts";

/**
 * Within how many metres of its place something stands in about nine of ten cases, by what is known of it: the 90 to 95 %
 * distances of these rules from 1,366 surveyed plots, rounded.
 */
export const accuracyM = {
  /** Corner, facing and size are said. */
  corner: 10,
  /** On the rim of a plaza, at a time of its clock. */
  plazaRim: 30,
  /** On the rim of Centre Camp or its ring road, at a time of its clock. */
  centreCampRim: 20,
  /** Which side of which street, but not where along the block: as far as a quarter hour is long, at most this. */
  innerMidBlock: 90,
  outerMidBlock: 130,
  radialMidBlock: 120,
  /** A crossing and nothing else. */
  crossing: 115,
  /** A named place: the Man, the Temple, a distance on the open playa. */
  landmark: 30,
  /** Somewhere along a road. */
  road: 400,
} as const;

/** How near the point of an address comes to what has it, when nothing but the address is known. */
export function addressAccuracy(city: City, address: Address): number {
  const isTimed = address.time !== null && parseClock(address.time) !== null;
  switch (address.kind) {
    case "plaza":
      return isTimed ? accuracyM.plazaRim : Math.ceil(city.plazaRadius + accuracyM.plazaRim);
    case "centerCampPlaza":
    case "innerCircle":
      return isTimed ? accuracyM.centreCampRim : Math.ceil(city.centreCamp.plazaRadius + accuracyM.plazaRim);
    case "ringRoad":
      return isTimed
        ? accuracyM.centreCampRim
        : Math.ceil(city.centreCamp.ringRoadRadius + accuracyM.plazaRim);
    case "polar":
    case "landmark":
      return accuracyM.landmark;
    case "radial":
    case "annular":
    case "airport":
    case "gate":
      return accuracyM.road;
    case "intersection":
    case "portal":
    case "route66":
    case "village":
    case "unknown":
    case "none":
      return accuracyM.crossing;
  }
}
