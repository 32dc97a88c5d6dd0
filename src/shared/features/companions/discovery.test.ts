import { expect, test } from "vitest";
import { metBy, metresBetween } from "./discovery.ts";

const logis = { id: "logis", discoveryLocation: { lat: 40.78, lng: -119.2, radius: 100 }, code: "c-logis" };
const ash = { id: "ash", discoveryLocation: { lat: 40.786, lng: -119.2, radius: 500 }, code: null };
const both = [logis, ash];

/** A position this many meters north of Logis. */
function northOfLogis(metres: number) {
  return { kind: "place", latitude: 40.78 + metres / 111_195, longitude: -119.2 } as const;
}

test("discovers a companion within its radius, to the meter", () => {
  expect(metBy(northOfLogis(0), both)).toEqual(["logis"]);
  expect(metBy(northOfLogis(99), both)).toEqual(["logis"]);
  expect(metBy(northOfLogis(101), both)).toEqual([]);
  expect(metBy(northOfLogis(-101), both)).toEqual([]);
  // Ash is 667 m away and has a radius of 500 m.
  expect(metBy(northOfLogis(160), both)).toEqual([]);
  expect(metBy(northOfLogis(175), both)).toEqual(["ash"]);
  const near = { ...ash, discoveryLocation: { ...ash.discoveryLocation, lat: 40.7801 } };
  expect(metBy(northOfLogis(50), [logis, near])).toEqual(["logis", "ash"]);
});

test("ignores a position less accurate than the radius", () => {
  expect(metBy({ ...northOfLogis(20), accuracyM: 35 }, both)).toEqual(["logis"]);
  expect(metBy({ ...northOfLogis(20), accuracyM: 100 }, both)).toEqual(["logis"]);
  expect(metBy({ ...northOfLogis(20), accuracyM: 101 }, both)).toEqual([]);
  expect(metBy({ ...northOfLogis(600), accuracyM: 400 }, both)).toEqual(["ash"]);
});

test("discovers no companion at absurd positions", () => {
  for (const [latitude, longitude] of [
    [Number.NaN, -119.2],
    [40.78, Number.NaN],
    [Number.POSITIVE_INFINITY, 0],
    [90, 180],
    [-40.78, 119.2],
    [0, 0],
  ] as const)
    expect(metBy({ kind: "place", latitude, longitude }, both), `${latitude} ${longitude}`).toEqual([]);
});

test("accepts only the companion's own code, from a tag or a QR code", () => {
  expect(metBy({ kind: "tag", code: "c-logis" }, both)).toEqual(["logis"]);
  expect(metBy({ kind: "qr", code: "c-logis" }, both)).toEqual(["logis"]);
  for (const code of ["c-logi", "C-LOGIS", "", "null"]) expect(metBy({ kind: "qr", code }, both)).toEqual([]);
});

test("discovers every companion after three days of thoughts, wherever they were written", () => {
  expect(metBy({ kind: "daily-thoughts", days: 2 }, both)).toEqual([]);
  expect(metBy({ kind: "daily-thoughts", days: 3 }, both)).toEqual(["logis", "ash"]);
  expect(metBy({ kind: "daily-thoughts", days: 30 }, both)).toEqual(["logis", "ash"]);
});

test("calculates distances that match the city map, also across the date line", () => {
  expect(metresBetween({ latitude: 40.78, longitude: -119.2 }, { lat: 40.78, lng: -119.2 })).toBe(0);
  const oneDegreeNorth = metresBetween({ latitude: 40, longitude: -119 }, { lat: 41, lng: -119 });
  expect(oneDegreeNorth).toBeCloseTo(111_195, -1);
  expect(metresBetween({ latitude: 0, longitude: 179.9995 }, { lat: 0, lng: -179.9995 })).toBeCloseTo(111, 0);
});
