import type * as z from "zod/mini";
import type { citySchema } from "./city-schema.ts";
import {
  esplanadeRadiusDegrees,
  firstStreetRadiusDegrees,
  mapBounds,
  mapCentre,
  streetNames,
  streetSpacingDegrees,
} from "./spec-constants.ts";

/** The ring streets an address may name, from the Man outwards. */
export const streetRefs = ["Esplanade", "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"] as const;
export type StreetRef = (typeof streetRefs)[number];

/** Public services of a city. */
export const serviceKinds = [
  "medical",
  "toilet",
  "water",
  "ice",
  "ranger",
  "lost-and-found",
  "information",
] as const;
export type ServiceKind = (typeof serviceKinds)[number];

export type City = z.infer<typeof citySchema>;
export type Street = City["streets"][number];
export type GeoPoint = City["centre"];

/**
 * Length of a degree on the WGS 84 ellipsoid at a latitude, by the usual cosine series (error under a centimeter per degree). A city file
 * should use these values as `metresPerDegree`.
 */
export function wgs84MetresPerDegree(latitude: number): { latitude: number; longitude: number } {
  const phi = (latitude * Math.PI) / 180;
  return {
    latitude: 111_132.92 - 559.82 * Math.cos(2 * phi) + 1.175 * Math.cos(4 * phi),
    longitude: 111_412.84 * Math.cos(phi) - 93.5 * Math.cos(3 * phi) + 0.118 * Math.cos(5 * phi),
  };
}

export function findStreet(city: City, ref: StreetRef): Street | null {
  return city.streets.find((street) => street.ref === ref) ?? null;
}

const feet = 0.3048;
const specDegree = wgs84MetresPerDegree(mapCentre.latitude).latitude;

/**
 * The city of the specification: its center, bounds, street names and radii. The specification leaves the rest open. The rest follows the
 * real city: 12:00 at 45 degrees, longitude scaled by cos(latitude), a last street L one step out, streets from 2:00 to 10:00, widths,
 * plazas, Centre Camp and fence. The specification also mentions "radius adjustments by hour" without a value; there are none here.
 */
export const specCity: City = {
  id: "spec",
  centre: mapCentre,
  bearing12: 45,
  metresPerDegree: {
    latitude: specDegree,
    longitude: specDegree * Math.cos((mapCentre.latitude * Math.PI) / 180),
  },
  arc: { from: "2:00", to: "10:00" },
  streets: [
    { ref: "Esplanade", name: "Esplanade", radius: esplanadeRadiusDegrees * specDegree, width: 40 * feet },
    ...Object.entries({ ...streetNames, L: "L" }).map(([letter, name], index) => ({
      // Object.entries loses the key type: the keys are street letters.
      ref: letter as StreetRef,
      name,
      radius: (firstStreetRadiusDegrees + streetSpacingDegrees * index) * specDegree,
      width: 30 * feet,
    })),
  ],
  radialWidth: 30 * feet,
  plazas: [
    { time: "3:00", street: "B" },
    { time: "4:30", street: "B" },
    { time: "7:30", street: "B" },
    { time: "9:00", street: "B" },
    { time: "3:00", street: "G" },
    { time: "4:30", street: "G" },
    { time: "6:00", street: "G" },
    { time: "7:30", street: "G" },
    { time: "9:00", street: "G" },
  ],
  plazaRadius: 100 * feet,
  centreCamp: { time: "6:00", distance: 0.003 * specDegree, plazaRadius: 45, ringRoadRadius: 78 },
  landmarks: {
    temple: { time: "12:00", distance: 0.0054 * specDegree },
    airport: { time: "5:00", distance: 0.0125 * specDegree },
    gate: { time: "6:00", distance: 0.0119 * specDegree },
  },
  fence: { points: 5, radius: 1_660, firstPoint: "12:00" },
  bounds: mapBounds,
};
