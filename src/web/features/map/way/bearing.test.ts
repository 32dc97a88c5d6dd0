import { expect, test } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { fromClock, toGeo } from "#shared/features/map/city/geometry.ts";
import { bearingTo, turnWords } from "./whiteout.tsx";

const at = (metres: number, hours: number) => toGeo(specCity, fromClock(metres, hours));

test("computes matching distance, compass bearing and clock address", () => {
  const south = bearingTo(specCity, at(0, 0), at(800, 4.5));
  expect(south.metres).toBeCloseTo(800, 3);
  expect(south.degrees).toBeCloseTo(180, 6);
  expect(south.clock).toBe("4:30");
  expect(bearingTo(specCity, at(800, 4.5), at(0, 0))).toMatchObject({ clock: "10:30" });
});

test("returns the direction to turn for any heading", () => {
  expect(turnWords(10, 0)).toBe("Straight ahead");
  expect(turnWords(5, 355)).toBe("Straight ahead");
  expect(turnWords(40, 0)).toBe("A little to the right");
  expect(turnWords(270, 0)).toBe("To the left");
  expect(turnWords(140, 0)).toBe("Behind you, to the right");
  expect(turnWords(180, 0)).toBe("Behind you");
  expect(turnWords(0, 181)).toBe("Behind you");
});
