import type { Address } from "./address.ts";
import { addressOfCamp, type CampAddress } from "./camp-address.ts";
import type { Placement } from "../camps/camp.ts";
import { type City, findStreet, type GeoPoint, type Street, type StreetRef } from "../city/city.ts";
import { parseClock } from "../city/clock.ts";
import {
  centreCampCentre,
  fromClock,
  type LocalPoint,
  locateLocal,
  onPlazaClock,
  plazaCentre,
  toGeo,
} from "../city/geometry.ts";

export type PlacedCamp = GeoPoint & { placement: Placement };

/**
 * Places camps on their plots. A camp "facing man" is on the outer side of its street, "facing mountain" on the inner side; "facing 2:00"
 * is on the side of its radial away from 2:00. The plot's center is half a street plus half its depth away from the middle of the street.
 * The position along the block is unknown for a mid-block camp, so camps with the same address are spread evenly over the stretch they
 * share, ordered by id: the same camps give the same places. Camps whose address names no point are left out.
 */
export function placeCamps(city: City, camps: readonly CampAddress[]): Map<string, PlacedCamp> {
  const groups = Map.groupBy(camps.map(readPlot), (plot) => plot.group);
  const placed = new Map<string, PlacedCamp>();
  for (const group of groups.values()) {
    group.sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const [index, plot] of group.entries()) {
      const place = placePlot(city, plot, { index, of: group.length });
      if (place) placed.set(plot.id, { ...toGeo(city, place.point), placement: place.placement });
    }
  }
  return placed;
}

type Plot = {
  id: string;
  group: string;
  address: Address;
  isCorner: boolean;
  /** +1 on the outer side of the street (facing the Man), -1 on the inner side, null when unknown. */
  side: 1 | -1 | null;
  /** Hours on the city's clock that the plot faces, null when unknown. */
  facing: number | null;
  /** Meters. */
  frontage: number;
  depth: number;
};
/** Index of a camp among those with the same address. */
type Share = { index: number; of: number };
type Place = { point: LocalPoint; placement: Placement };

const metresPerFoot = 0.3048;
const defaultFeet = 50;
const largestFeet = 1_000;

function readPlot(camp: CampAddress): Plot {
  const address = addressOfCamp(camp);
  const exact = camp.playa_location?.exact_location ?? "";
  const [, frontage, depth] =
    /(\d{1,4})\s*(?:'|ft)?\s*[x×]\s*(\d{1,4})/i.exec(camp.playa_location?.dimensions ?? "") ?? [];
  const towards = /facing\s+(man|mountain)/i.exec(exact)?.[1]?.toLowerCase();
  const facing = /(\d{1,2}:\d{2})\D*$/.exec(exact)?.[1];
  const plot = {
    address,
    isCorner: /^\s*corner/i.test(exact),
    side: towards === "man" ? 1 : towards === "mountain" ? -1 : null,
    facing: facing === undefined ? null : parseClock(facing),
  } as const;
  const group = JSON.stringify(plot);
  return { id: camp.id, group, ...plot, frontage: feetToMetres(frontage), depth: feetToMetres(depth) };
}

function feetToMetres(text: string | undefined): number {
  const feet = Number(text);
  return (feet > 0 ? Math.min(feet, largestFeet) : defaultFeet) * metresPerFoot;
}

/** Accuracies are the 90th to 95th percentile distances of these rules from 1,366 surveyed plots, rounded. */
function placePlot(city: City, plot: Plot, share: Share): Place | null {
  const { address } = plot;
  const hours = parseClock(address.time ?? "");
  switch (address.kind) {
    case "intersection":
      return placeOnBlock(city, plot, share, hours, address.street);
    case "portal":
      return placeOnBlock(
        city,
        plot,
        share,
        parseClock(address.plazaTime ?? ""),
        address.street ?? "Esplanade",
      );
    case "plaza":
      return placeOnRim(plazaCentre(city, address), city.plazaRadius, plot, share, 30);
    case "centerCampPlaza":
    case "innerCircle":
      return placeOnRim(centreCampCentre(city), city.centreCamp.plazaRadius, plot, share, 20);
    case "ringRoad":
      return placeOnRim(centreCampCentre(city), city.centreCamp.ringRoadRadius, plot, share, 20);
    case "radial":
    case "annular":
    case "polar":
    case "route66":
    case "airport":
    case "gate":
    case "landmark":
    case "village":
    case "unknown":
    case "none": {
      const point = locateLocal(city, address);
      return point && { point, placement: { method: "address", accuracyM: 115 } };
    }
  }
}

function placeOnRim(
  centre: LocalPoint | null,
  rim: number,
  plot: Plot,
  share: Share,
  accuracyM: number,
): Place | null {
  if (!centre) return null;
  const hours = parseClock(plot.address.time ?? "");
  const radius = rim + plot.depth / 2;
  // Camps with the same clock position share a quarter hour of the rim. Camps without a position share the whole rim.
  const at = hours === null ? (12 * share.index) / share.of : hours + spread(share) * 0.25;
  const isKnown = hours !== null;
  return {
    point: onPlazaClock(centre, radius, at),
    placement: { method: isKnown ? "plot" : "address", accuracyM: isKnown ? accuracyM : Math.ceil(radius) },
  };
}

function placeOnBlock(
  city: City,
  plot: Plot,
  share: Share,
  hours: number | null,
  ref: StreetRef | null,
): Place | null {
  const street = ref && findStreet(city, ref);
  if (!street || hours === null) return null;
  // Camps of unknown side alternate, so that neighbors do not overlap in the middle of the street.
  const turn = share.index % 2 === 0 ? 1 : -1;
  const outward = plot.side ?? (street.ref === "Esplanade" ? 1 : turn);
  const clockwise = plot.facing === null ? turn : sideOfRadial(hours, plot.facing);
  const isOnRadial = plot.address.frontage === "radial";

  const block = blockDepth(city, street, outward);
  const deep = Math.min(isOnRadial ? plot.frontage : plot.depth, block);
  const wide = isOnRadial ? plot.depth : plot.frontage;
  const across = outward * (street.width / 2 + deep / 2);
  const aside = clockwise * (city.radialWidth / 2 + wide / 2);
  const quarter = quarterHourLength(street.radius);

  if (plot.isCorner) {
    const further = plot.frontage * share.index;
    const radius = street.radius + across + (isOnRadial ? outward * further : 0);
    const along = aside + (isOnRadial ? 0 : clockwise * further);
    return { point: atOffset(radius, hours, along), placement: { method: "plot", accuracyM: 10 } };
  }
  if (isOnRadial) {
    const radius = street.radius + outward * (street.width / 2 + block * (spread(share) + 0.5));
    return { point: atOffset(radius, hours, aside), placement: { method: "plot", accuracyM: 120 } };
  }
  const isSideKnown = plot.side !== null || street.ref === "Esplanade";
  const measured = street.radius <= middleRadius(city) ? 90 : 130;
  return {
    point: atOffset(street.radius + across, hours, spread(share) * quarter),
    placement: isSideKnown
      ? { method: "plot", accuracyM: Math.ceil(Math.min(measured, quarter)) }
      : { method: "address", accuracyM: 115 },
  };
}

/** -0.5 to 0.5, evenly spaced and centered: 0 for a single camp, -0.25 and 0.25 for two. */
function spread({ index, of }: Share): number {
  return (index + 0.5) / of - 0.5;
}

/** A point at a radius and clock time, moved `along` meters clockwise. */
function atOffset(radius: number, hours: number, along: number): LocalPoint {
  return fromClock(radius, hours + (along / radius) * (6 / Math.PI));
}

/** +1 when a plot facing `facing` is on the clockwise side of the radial at `hours`. */
function sideOfRadial(hours: number, facing: number): 1 | -1 {
  return hours > facing || (hours === facing && facing < 6) ? 1 : -1;
}

/** Depth of the block between a street and its neighbor on one side, in meters. Beyond the last street, as deep as on the inner side. */
function blockDepth(city: City, street: Street, outward: 1 | -1): number {
  const index = city.streets.indexOf(street);
  const next = city.streets[index + outward] ?? city.streets[index - outward] ?? street;
  return Math.abs(next.radius - street.radius) - (next.width + street.width) / 2;
}

function quarterHourLength(radius: number): number {
  return (radius * Math.PI) / 24;
}

function middleRadius(city: City): number {
  return city.streets[Math.floor((city.streets.length - 1) / 2)]?.radius ?? 0;
}
