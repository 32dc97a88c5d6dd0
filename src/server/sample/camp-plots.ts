import { addressOfCamp } from "#shared/features/map/address/camp-address.ts";
import type { PlayaLocation } from "#shared/features/map/camps/camp.ts";
import { type City, findStreet, type Street, type StreetRef } from "#shared/features/map/city/city.ts";
import { formatClock, parseClock } from "#shared/features/map/city/clock.ts";
import { arcOf } from "#shared/features/map/city/geometry.ts";
import type { Random } from "./random.ts";

/** A place to camp: an address without the size of the plot. */
export type Plot = Omit<PlayaLocation, "dimensions"> & { street: StreetRef | null };

/**
 * All plots of a city, none of them shared by two camps: corners at the half hours, mid-block plots at the quarters between them,
 * plots along the radials, and plots around plazas, portals and Centre Camp.
 */
export function allPlots(city: City): Plot[] {
  const streets = city.streets.filter((street) => street.ref !== "L");
  const blocks = streets.flatMap((street) => [...corners(city, street), ...midBlocks(city, street)]);
  return [...blocks.filter((plot) => !isReserved(city, plot)), ...specialPlots(city)];
}

/** The plot's address as one string, in one of the usual forms. */
export function writeAddress(city: City, random: Random, plot: Plot): string {
  const named = (part: string | null): string | null => {
    const street = city.streets.find(({ ref }) => ref === part);
    return street && random.next() < 0.18 ? street.name : part;
  };
  const joiner = plot.intersection_type ?? "&";
  const written = random.next() < 0.03 ? "  " : random.next() < 0.04 ? " @ " : ` ${joiner} `;
  return [named(plot.frontage), named(plot.intersection)].filter(Boolean).join(written);
}

function corners(city: City, street: Street): Plot[] {
  const { from, to } = arcOf(city);
  return steps(from, to, 0.5).flatMap((hours) => {
    const time = formatClock(hours);
    return sides(street).flatMap((side) =>
      ["2:00", "10:00"].flatMap((facing): Plot[] => {
        // The ends of the arc have ground on one side only.
        if (hours === (facing === "2:00" ? to : from)) return [];
        const isOnRadial = (Math.round(hours * 2) + street.ref.length + facing.length) % 3 === 0;
        return [
          {
            frontage: isOnRadial ? time : street.ref,
            intersection: isOnRadial ? street.ref : time,
            intersection_type: "&",
            exact_location: `Corner - facing ${side} & ${facing}`,
            street: street.ref,
          },
        ];
      }),
    );
  });
}

function midBlocks(city: City, street: Street): Plot[] {
  const { from, to } = arcOf(city);
  const quarter = (street.radius * Math.PI) / 24;
  const perQuarter = Math.min(4, Math.max(1, Math.floor(quarter / 30)));
  const alongRing = steps(from + 0.25, to - 0.25, 0.5).flatMap((hours) =>
    sides(street).flatMap((side) =>
      Array.from({ length: perQuarter }, (): Plot => ({
        frontage: street.ref,
        intersection: formatClock(hours),
        intersection_type: "&",
        exact_location: `Mid-block facing ${side}`,
        street: street.ref,
      })),
    ),
  );
  const alongRadial = steps(from + 0.5, to - 0.5, 0.5).flatMap((hours) =>
    ["2:00", "10:00"].map((facing): Plot => ({
      frontage: formatClock(hours),
      intersection: street.ref,
      intersection_type: "&",
      exact_location: `Mid-block facing ${facing}`,
      street: street.ref,
    })),
  );
  return [...alongRing, ...alongRadial];
}

function specialPlots(city: City): Plot[] {
  const around = (frontage: string, hours: readonly number[], street: StreetRef | null): Plot[] =>
    hours.map((hour) => ({
      frontage,
      intersection: formatClock(hour),
      intersection_type: "@",
      exact_location: null,
      street,
    }));
  // Streets enter a plaza at the quarters of its clock.
  const betweenStreets = [1, 2, 4, 5, 7, 8, 10, 11];
  const plazas = city.plazas.flatMap(({ time, street }) =>
    around(`${time} ${street} Plaza`, betweenStreets, street),
  );
  const portals = ["3:00", "4:30", "7:30", "9:00"].map((time): Plot => ({
    frontage: "Esplanade",
    intersection: `${time} Portal`,
    intersection_type: "&",
    exact_location: "Mid-block facing man",
    street: "Esplanade",
  }));
  return [
    ...plazas,
    ...portals,
    ...around("Center Camp Plaza", betweenStreets, null),
    ...around("Rod's Ring Road", steps(0.5, 11.5, 1), null),
  ];
}

/** Whether plazas, portals or Centre Camp occupy this ground. */
function isReserved(city: City, plot: Plot): boolean {
  const address = addressOfCamp({
    id: "",
    location_string: null,
    playa_location: { ...plot, dimensions: null },
  });
  const hours = parseClock(address.time ?? "");
  const street = address.street && findStreet(city, address.street);
  if (hours === null || !street) return true;
  const isAt = (time: string): boolean => Math.abs((parseClock(time) ?? 0) - hours) < 0.05;
  const isPlaza = city.plazas.some((plaza) => plaza.street === street.ref && isAt(plaza.time));
  const isPortal = street.ref === "Esplanade" && ["3:00", "4:30", "6:00", "7:30", "9:00"].some(isAt);
  // The ring road and its camps extend this far around Centre Camp.
  const reach = city.centreCamp.ringRoadRadius + 40;
  const aside = street.radius * ((hours - (parseClock(city.centreCamp.time) ?? 0)) * (Math.PI / 6));
  const isCentreCamp = Math.hypot(street.radius - city.centreCamp.distance, aside) < reach + 25;
  return isPlaza || isPortal || isCentreCamp;
}

/** No camp is on the open playa inside the Esplanade. */
function sides(street: Street): ("man" | "mountain")[] {
  return street.ref === "Esplanade" ? ["man"] : ["man", "mountain"];
}

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.floor((to - from) / by + 1e-9) + 1 }, (_, index) => from + index * by);
}
