import { expect, test } from "vitest";
import { specCity } from "../city/city.ts";
import { toGeo } from "../city/geometry.ts";
import { nearbyOf, nearestTo } from "./nearby.ts";

/** An item this many meters from the Man towards 3:00 and 12:00. */
function thing(id: string, x: number, y = 0) {
  return { id, ...toGeo(specCity, { x, y }) };
}

test("returns at most five items within 0.005 degrees, nearest first", () => {
  const here = thing("here", 0);
  const reach = 0.005 * specCity.metresPerDegree.latitude;
  const inside = thing("in", reach - 1);
  const outside = thing("out", reach + 1);
  expect(nearbyOf(specCity, [outside, inside, here], here)).toMatchObject([{ thing: { id: "in" } }]);
  const north = thing("north", 0, reach - 1);
  expect(nearbyOf(specCity, [north, outside, here], here)).toHaveLength(1);
  const row = [60, 10, 40, 20, 50, 30].map((metres) => thing(`at-${metres}`, metres));
  const near = nearbyOf(specCity, [...row, here], here);
  expect(near.map(({ thing: { id } }) => id)).toEqual(["at-10", "at-20", "at-30", "at-40", "at-50"]);
  expect(near[0]?.metres).toBeCloseTo(10, 3);
});

test("excludes items without a place", () => {
  const nowhere = { id: "nowhere", latitude: null, longitude: null };
  const here = thing("here", 0);
  expect(nearbyOf(specCity, [here, nowhere], nowhere)).toEqual([]);
  expect(nearbyOf(specCity, [here, nowhere], here)).toEqual([]);
  expect(nearestTo(specCity, [nowhere], here)).toEqual([]);
});

test("sorts items in the same spot by id", () => {
  const [b, a, here] = [thing("b", 5), thing("a", 5), thing("here", 0)];
  for (const order of [
    [a, b],
    [b, a],
  ])
    expect(nearbyOf(specCity, order, here).map(({ thing: { id } }) => id)).toEqual(["a", "b"]);
});
