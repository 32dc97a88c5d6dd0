import { expect, test } from "vitest";
import fc from "fast-check";
import { parseAddress } from "../address/address.ts";
import { specCity } from "../city/city.ts";
import { directionSentences, roundMetres } from "./direction-words.ts";
import { directions } from "./directions.ts";
import { fromClock, locateLocal, type LocalPoint } from "../city/geometry.ts";

const man = { x: 0, y: 0 };

function at(address: string): LocalPoint {
  const point = locateLocal(specCity, parseAddress(address));
  if (point === null) throw new Error(address);
  return point;
}

/** A little outside its street, like a plot. */
function plotAt(address: string, metres = 25): LocalPoint {
  const { x, y } = at(address);
  const share = 1 + metres / Math.hypot(x, y);
  return { x: x * share, y: y * share };
}

test("leads between intersections: in along the radial, around, and out", () => {
  const route = directions(specCity, at("3:00 & E"), at("4:30 & G"));
  expect(directionSentences(specCity, route, "Spoke Asylum")).toEqual([
    "Take Enchant, with the Man on your right, for 540 m, up to 4:30.",
    "Turn left onto 4:30, away from the Man, for 180 m. Spoke Asylum is there.",
  ]);
  expect(route.metres).toBeCloseTo(718.4, 0);
  expect([route.footMinutes, route.bikeMinutes]).toEqual([10, 4]);
});

test("leads from the Man to a plot: across the open playa, outwards, then off the street", () => {
  const sentences = directionSentences(specCity, directions(specCity, man, plotAt("7:30 & D")), "Camp Dust");
  expect(sentences[0]).toBe("Cross the open playa for 240 m towards 7:30 & Esplanade.");
  expect(sentences[1]).toMatch(
    /^Go straight on along 7:30, away from the Man, for 360 m, as far as Delight\.$/,
  );
  expect(sentences.at(-1)).toBe("Straight ahead, 25 m off the street: Camp Dust is there.");
});

test("returns an empty route to the current place and equal lengths both ways", () => {
  expect(directions(specCity, man, man)).toEqual({ legs: [], metres: 0, footMinutes: 0, bikeMinutes: 0 });
  expect(directionSentences(specCity, directions(specCity, man, man), "The Man")).toEqual([
    "You are at The Man.",
  ]);
});

test("connects legs that add up to a length near the straight line for any two places", () => {
  const place = fc
    .record({
      radius: fc.double({ min: 0, max: 1_700, noNaN: true }),
      hours: fc.double({ min: 0, max: 12, noNaN: true }),
    })
    .map(({ radius, hours }) => fromClock(radius, hours));
  fc.assert(
    fc.property(place, place, (from, to) => {
      const route = directions(specCity, from, to);
      const crow = Math.hypot(to.x - from.x, to.y - from.y);
      const { legs, metres } = route;
      expect(metres).toBeGreaterThanOrEqual(crow - 3);
      // The worst route goes around the city's end to the open playa, or to the next radial and back.
      expect(metres).toBeLessThanOrEqual(2 * crow + 900);
      expect(legs.reduce((sum, leg) => sum + leg.metres, 0)).toBeCloseTo(metres, 6);
      for (const [index, leg] of legs.entries()) {
        const start = legs[index - 1]?.to ?? from;
        expect(Math.hypot(leg.from.x - start.x, leg.from.y - start.y)).toBeLessThan(1.5);
        expect(drawn(leg.path)).toBeCloseTo(leg.metres, -1);
      }
      const end = legs.at(-1)?.to ?? from;
      expect(Math.hypot(end.x - to.x, end.y - to.y)).toBeLessThan(1.5);
      expect(Math.abs(directions(specCity, to, from).metres - metres)).toBeLessThan(3);
      const sentences = directionSentences(specCity, route, "X");
      expect(sentences.length).toBe(Math.max(1, legs.length));
      expect(sentences.join(" ")).not.toMatch(/undefined|NaN|null/);
    }),
    { seed: 7, numRuns: 150 },
  );
});

test("rounds distances to the precision of steps", () => {
  expect([1, 12, 99, 104, 996, 1_234].map(roundMetres)).toEqual([
    "5 m",
    "10 m",
    "100 m",
    "100 m",
    "1000 m",
    "1.2 km",
  ]);
});

function drawn(path: readonly LocalPoint[]): number {
  return path.slice(1).reduce((sum, { x, y }, index) => {
    const before = path[index] ?? { x, y };
    return sum + Math.hypot(x - before.x, y - before.y);
  }, 0);
}
