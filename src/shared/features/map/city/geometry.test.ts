import { test, expect } from "vitest";
import fc from "fast-check";
import { parseAddress } from "../address/address.ts";
import { type City, specCity, wgs84MetresPerDegree } from "./city.ts";
import {
  fenceCorners,
  isInsideFence,
  locate,
  locateLocal,
  mapSide,
  reverse,
  toGeo,
  toLocal,
} from "./geometry.ts";

const at = (text: string, city: City = specCity) => locate(city, parseAddress(text));
const metresBetween = (
  a: { latitude: number; longitude: number } | null,
  b: typeof a,
  city = specCity,
): number => {
  if (!a || !b) throw new Error("a place is missing");
  const p = toLocal(city, a);
  const q = toLocal(city, b);
  return Math.hypot(p.x - q.x, p.y - q.y);
};

test("places an address at its radius and clock bearing, with scaled longitude", () => {
  const shrink = Math.cos((40.786367 * Math.PI) / 180);
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  // 12:00 is at 45 degrees and an hour is 30 degrees: 7:30 is at 270 (due west), 4:30 at 180 (due south).
  const expected: [string, number, number][] = [
    ["7:30 & E", 0.0062, 270],
    ["4:30 & Esplanade", 0.0022, 180],
    ["10:00 & K", 0.011, 345],
    ["2:00 & L", 0.0118, 105],
    ["3:15 & A", 0.003, 142.5],
  ];
  for (const [text, radius, bearing] of expected) {
    const point = at(text);
    expect(point?.latitude).toBeCloseTo(40.786367 + radius * Math.cos(radians(bearing)), 9);
    expect(point?.longitude).toBeCloseTo(-119.203583 + (radius * Math.sin(radians(bearing))) / shrink, 9);
  }
});

test("gives each plaza a clock with 12:00 towards the Man", () => {
  const centre = at("9:00 G Plaza");
  expect(metresBetween(centre, at("9:00 & G"))).toBeCloseTo(0, 6);
  expect(metresBetween(at("9:00 G Plaza @ 12:00"), specCity.centre)).toBeCloseTo(
    metresBetween(centre, specCity.centre) - specCity.plazaRadius,
    6,
  );
  // Facing the Man from 9:00, the right-hand side (3:00 of the plaza) is towards 8:30.
  const right = locateLocal(specCity, parseAddress("9:00 G Plaza @ 3:00"));
  expect(right?.y).toBeCloseTo(-specCity.plazaRadius, 6);
  expect(metresBetween(at("Center Camp @ 12:00"), specCity.centre)).toBeCloseTo(
    specCity.centreCamp.distance - specCity.centreCamp.plazaRadius,
    6,
  );
  // A plaza without a letter is the city's plaza at that time.
  expect(at("6:00 Public Plaza")).toEqual(at("6:00 G Plaza"));
});

test("places landmarks as in the city file, and addresses without a place nowhere", () => {
  expect(at("The Man")).toEqual(specCity.centre);
  expect(at("12:00 1000', Open Playa")?.latitude).toBeGreaterThan(specCity.centre.latitude);
  expect(metresBetween(at("12:00 1000', Open Playa"), specCity.centre)).toBeCloseTo(304.8, 6);
  expect(metresBetween(at("Temple"), specCity.centre)).toBeCloseTo(0.0054 * 111_050, -1);
  expect(metresBetween(at("Rod's Road @ 3:00"), at("Center Camp"))).toBeCloseTo(78, 6);
  for (const text of [
    "9:00 Portal",
    "Airport Road",
    "Gate",
    "Rte 66 Qrtr Two @ 6:30",
    "Inner Circle @ 9:00",
  ]) {
    const point = at(text);
    expect([text, point && isInsideFence(specCity, point)]).toEqual([text, true]);
  }
  for (const text of ["w/in Sin City", "None & None", "C & D", "8:00 Plaza"])
    expect([text, at(text)]).toEqual([text, null]);
});

test("finds every intersection of the city from its point", () => {
  for (const street of specCity.streets) {
    for (let minutes = 120; minutes <= 600; minutes += 15) {
      const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
      const point = at(`${street.ref} & ${time}`);
      expect(point && reverse(specCity, point)).toMatchObject({ street: street.ref, time });
    }
  }
});

test("names a time and a distance on the open playa, but no street", () => {
  expect(reverse(specCity, at("12:00 1000', Open Playa") ?? specCity.centre)).toMatchObject({
    street: null,
    time: "12:00",
  });
  expect(reverse(specCity, at("The Man") ?? specCity.centre).street).toBeNull();
  expect(reverse(specCity, at("1:00 & E") ?? specCity.centre).street).toBeNull();
  expect(reverse(specCity, at("6:00 9000'") ?? specCity.centre).street).toBeNull();
});

test("converts degrees to meters and back, in any city on earth", () => {
  const city = fc.record({
    latitude: fc.double({ min: -70, max: 70, noNaN: true }),
    bearing12: fc.double({ min: 0, max: 360, noNaN: true }),
  });
  const metre = fc.double({ min: -5_000, max: 5_000, noNaN: true });
  fc.assert(
    fc.property(city, metre, metre, ({ latitude, bearing12 }, x, y) => {
      const elsewhere: City = {
        ...specCity,
        bearing12,
        centre: { latitude, longitude: 12 },
        metresPerDegree: wgs84MetresPerDegree(latitude),
      };
      const back = toLocal(elsewhere, toGeo(elsewhere, { x, y }));
      expect(back.x).toBeCloseTo(x, 5);
      expect(back.y).toBeCloseTo(y, 5);
    }),
    { seed: 7, numRuns: 300 },
  );
});

test("distinguishes the city inside the fence from the desert outside", () => {
  for (const { x, y } of fenceCorners(specCity)) {
    expect(isInsideFence(specCity, toGeo(specCity, { x: x * 0.99, y: y * 0.99 }))).toBe(true);
    expect(isInsideFence(specCity, toGeo(specCity, { x: x * 1.01, y: y * 1.01 }))).toBe(false);
    expect(isInsideFence(specCity, toGeo(specCity, { x: -x, y: -y }))).toBe(false);
  }
  for (const time of ["2:00", "4:00", "6:00", "8:00", "10:00"]) {
    const point = at(`L & ${time}`);
    expect([time, point && isInsideFence(specCity, point)]).toEqual([time, true]);
  }
  expect(isInsideFence(specCity, { latitude: 52.5, longitude: 13.4 })).toBe(false);
});

test("makes the map as wide as the specification's bounds", () => {
  expect(mapSide(specCity)).toBeCloseTo(3_720, -1);
});
