import { expect, test } from "vitest";
import { metresApart, metresInWords } from "./distance.ts";

test("measures distances in meters and words them for people", () => {
  const man = { latitude: 40.7864, longitude: -119.2065 };
  expect(metresApart(man, man)).toBe(0);
  expect(metresApart(man, { ...man, latitude: man.latitude + 0.01 })).toBeCloseTo(1112, 0);
  expect(metresApart(man, { ...man, longitude: man.longitude + 0.01 })).toBeCloseTo(842, 0);
  expect([0, 83, 994, 996, 1449, 12_300].map(metresInWords)).toEqual([
    "10 m",
    "80 m",
    "990 m",
    "1.0 km",
    "1.4 km",
    "12 km",
  ]);
});
