import { test, expect } from "vitest";
import type { PlayaLocation } from "../camps/camp.ts";
import { findStreet, specCity } from "../city/city.ts";
import { hoursOf, toLocal } from "../city/geometry.ts";
import { addressOfCamp } from "./camp-address.ts";
import { placeCamps } from "./place.ts";

const nowhere: PlayaLocation = {
  frontage: null,
  intersection: null,
  intersection_type: "&",
  dimensions: null,
  exact_location: null,
};
const plot = (
  frontage: string,
  intersection: string,
  exact: string,
  dimensions = "60 x 80",
): PlayaLocation => ({
  ...nowhere,
  frontage,
  intersection,
  dimensions,
  exact_location: exact,
});
const placeOne = (location: PlayaLocation) => {
  const placed = placeCamps(specCity, [{ id: "one", location_string: null, playa_location: location }]).get(
    "one",
  );
  if (!placed) throw new Error("not placed");
  const local = toLocal(specCity, placed);
  return { radius: Math.hypot(local.x, local.y), hours: hoursOf(local), placement: placed.placement };
};
const radiusOf = (ref: "D" | "E" | "F") => findStreet(specCity, ref)?.radius ?? 0;
const feet = 0.3048;

test("places a corner plot half a street plus half its size from both streets", () => {
  const { radius, hours, placement } = placeOne(plot("E", "7:30", "Corner - facing man & 10:00"));
  expect(radius).toBeCloseTo(radiusOf("E") + 15 * feet + 40 * feet, 6);
  // Facing 10:00 from 7:30: on the counterclockwise side, half a radial and half the frontage away.
  const along = ((hours - 7.5) * Math.PI * radius) / 6;
  expect(along).toBeCloseTo(-(15 + 30) * feet, 6);
  expect(placement).toEqual({ method: "plot", accuracyM: 10 });

  const inner = placeOne(plot("E", "7:30", "Corner - facing mountain & 2:00"));
  expect(inner.radius).toBeCloseTo(radiusOf("E") - 15 * feet - 40 * feet, 6);
  expect(inner.hours).toBeGreaterThan(7.5);
});

test("places a radial plot with its frontage along the radial", () => {
  const { radius, hours } = placeOne(plot("7:30", "E", "Corner - facing man & 2:00"));
  expect(radius).toBeCloseTo(radiusOf("E") + 15 * feet + 30 * feet, 6);
  expect(((hours - 7.5) * Math.PI * radius) / 6).toBeCloseTo((15 + 40) * feet, 6);
});

test('reads "facing 6:00" as the side away from 6:00 on both sides of the city', () => {
  expect(placeOne(plot("8:00", "E", "Mid-block facing 6:00")).hours).toBeGreaterThan(8);
  expect(placeOne(plot("4:00", "E", "Mid-block facing 6:00")).hours).toBeLessThan(4);
  expect(placeOne(plot("2:00", "E", "Mid-block facing 2:00")).hours).toBeGreaterThan(2);
  expect(placeOne(plot("10:00", "E", "Mid-block facing 10:00")).hours).toBeLessThan(10);
});

test("cuts a plot to the depth of its block", () => {
  const { radius } = placeOne(plot("E", "7:30", "Mid-block facing man", "100 x 900"));
  expect(radius).toBeGreaterThan(radiusOf("E"));
  expect(radius).toBeLessThan((radiusOf("E") + radiusOf("F")) / 2 + 1);
});

test("divides the frontage among camps with one mid-block address and states the accuracy", () => {
  const camps = ["c", "a", "e", "b", "d"].map((id) => ({
    id,
    location_string: "E & 7:30",
    playa_location: plot("E", "7:30", "Mid-block facing mountain"),
  }));
  const placed = placeCamps(specCity, camps);
  const places = ["a", "b", "c", "d", "e"].map((id) => placed.get(id));
  const hours = places.map((place) => place && hoursOf(toLocal(specCity, place)));
  expect(hours.map((hour) => hour?.toFixed(2))).toEqual(["7.40", "7.45", "7.50", "7.55", "7.60"]);
  expect(places[0]?.placement).toEqual({ method: "plot", accuracyM: 90 });
  // The same camps in another order have the same places.
  expect(placeCamps(specCity, camps.toReversed())).toEqual(placed);
});

test("places a camp without an exact location near its corner, as an estimate", () => {
  const camps = ["a", "b"].map((id) => ({ id, location_string: "7:30 @ Enchant", playa_location: null }));
  const placed = placeCamps(specCity, camps);
  const radii = ["a", "b"].map((id) => {
    const { x, y } = toLocal(specCity, placed.get(id) ?? specCity.centre);
    return Math.hypot(x, y);
  });
  expect(radii[0]).toBeGreaterThan(radiusOf("E") + 4);
  expect(radii[1]).toBeLessThan(radiusOf("E") - 4);
  expect(placed.get("a")?.placement.accuracyM).toBeGreaterThan(100);
});

test("places plaza camps around their plaza and portal camps on the Esplanade", () => {
  const plaza = placeOne(plot("9:00 G Plaza", "12:00", "Mid-block facing man", "30 x 40"));
  expect(plaza.hours).toBeCloseTo(9, 6);
  expect(plaza.radius).toBeCloseTo(
    (findStreet(specCity, "G")?.radius ?? 0) - specCity.plazaRadius - 20 * feet,
    6,
  );
  const portal = placeOne(plot("Esplanade", "7:30 Portal", "Mid-block facing man"));
  expect(portal.radius).toBeGreaterThan(findStreet(specCity, "Esplanade")?.radius ?? 0);
});

test("prefers the parts of an address to its string and rejects broken data", () => {
  const camp = { id: "x", location_string: "C & 3:00", playa_location: plot("E", "7:30", "") };
  expect(addressOfCamp(camp)).toMatchObject({ street: "E", time: "7:30" });
  expect(addressOfCamp({ ...camp, playa_location: nowhere })).toMatchObject({ street: "C", time: "3:00" });
  const broken = [
    { id: "none", location_string: "None & None", playa_location: null },
    { id: "village", location_string: "w/in Sin City", playa_location: nowhere },
    { id: "far", location_string: null, playa_location: plot("Z", "99:99", "x".repeat(100), "-5 x NaN") },
  ];
  expect(placeCamps(specCity, broken).size).toBe(0);
});
