import { expect, test } from "vitest";
import { readPoint, writePoint } from "./near.ts";

test("restores a point from the URL within eleven meters and rejects other text", () => {
  expect(readPoint(writePoint({ latitude: 40.786_42, longitude: -119.206_48 }))).toEqual({
    latitude: 40.7864,
    longitude: -119.2065,
  });
  for (const text of ["", "40", "40,", "91,0", "0,181", "40;-119", "NaN,NaN", "1e3,2", " 40,-119"])
    expect(readPoint(text)).toBeNull();
});
