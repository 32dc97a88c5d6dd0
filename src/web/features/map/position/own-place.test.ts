import { expect, test } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { fromClock, toGeo } from "#shared/features/map/city/geometry.ts";
import { ownAddress, ownPlaceOf, placeInWords } from "./own-place.ts";

const NOW = 1_800_000_000_000;

function fixAt(radius: number, hours: number, accuracyM = 12.4) {
  return { ...toGeo(specCity, fromClock(radius, hours)), accuracyM, courseDegrees: null, at: NOW };
}

test("uses the GPS position inside the fence, elsewhere the middle of the map", () => {
  expect(ownPlaceOf(specCity, fixAt(500, 6))).toMatchObject({ isReal: true, accuracyM: 12.4 });
  expect(ownPlaceOf(specCity, fixAt(500, 6)).y).toBeCloseTo(-500, 3);
  const middle = { x: 0, y: 0, isReal: false, accuracyM: 0 };
  expect(ownPlaceOf(specCity, fixAt(5_000, 6))).toEqual(middle);
  expect(ownPlaceOf(specCity, null)).toEqual(middle);
});

test("shows the user's address and the age of an old fix", () => {
  const { radius } = specCity.streets.find(({ ref }) => ref === "D") ?? { radius: 0 };
  const address = (fix: ReturnType<typeof fixAt>, ageMs = 0) => ownAddress(specCity, fix, NOW + ageMs);
  expect(address(fixAt(radius + 8, 7.5))).toBe("7:30 & Delight (accurate to 12 m)");
  expect(address(fixAt(radius + 8, 7.5), 40_000)).toBe("7:30 & Delight (40 s ago)");
  expect(address(fixAt(60, 12))).toBe("Open playa at 12:00, 60 m from the Man (accurate to 12 m)");
  expect(address(fixAt(5, 3))).toBe("The Man (accurate to 12 m)");
  expect(address(fixAt(9_000, 3))).toMatch(/^You’re outside the city/);
});

test("rounds a place that is shown to other users", () => {
  const { radius } = specCity.streets.find(({ ref }) => ref === "D") ?? { radius: 0 };
  expect(placeInWords(specCity, fixAt(radius + 8, 7.62))).toBe("7:30 & Delight");
  expect(placeInWords(specCity, fixAt(340, 0.1))).toBe("12:00, 300 m from the Man");
  expect(placeInWords(specCity, fixAt(5, 3))).toBe("The Man");
  expect(placeInWords(specCity, { latitude: 52.520008, longitude: 13.404954 })).toBe("52.52, 13.40");
});
