import { expect, test } from "vitest";
import { specCity } from "../city/city.ts";
import { toGeo } from "../city/geometry.ts";
import { artIds, artOf, placesReached, reachM } from "./reach.ts";

const camp = { kind: "camp", id: "a", ...toGeo(specCity, { x: 500, y: 0 }) } as const;
const community = { kind: "community", id: "a", ...toGeo(specCity, { x: 500, y: 10 }) } as const;

/** A device this many meters from the Man towards 3:00. */
function fixAt(x: number, accuracyM = 5) {
  return { ...toGeo(specCity, { x, y: 0 }), accuracyM };
}

test("counts a place as reached once, within the distance of its kind", () => {
  const reach = (x: number, known: string[] = []) =>
    placesReached(specCity, fixAt(x), [camp, community], new Set(known)).map(({ kind }) => kind);
  expect(reach(500 - reachM.camp + 0.1)).toEqual(["camp", "community"]);
  expect(reach(500 - reachM.camp - 0.1)).toEqual(["community"]);
  expect(reach(500 - reachM.community - 1)).toEqual([]);
  expect(reach(500, ["camp:a"])).toEqual(["community"]);
});

test("ignores a fix that is not a number or less accurate than the reach", () => {
  expect(placesReached(specCity, fixAt(500, reachM.camp + 1), [camp], new Set())).toEqual([]);
  expect(placesReached(specCity, fixAt(500, Number.NaN), [camp], new Set())).toEqual([]);
  const nowhere = { latitude: Number.NaN, longitude: 0, accuracyM: 5 };
  expect(placesReached(specCity, nowhere, [camp], new Set())).toEqual([]);
});

test("lets the Man and the Temple be reached under the ids the server uses", () => {
  const art = artOf(specCity);
  expect(art.map(({ id }) => id)).toEqual(artIds);
  for (const place of art)
    expect(placesReached(specCity, { ...place, accuracyM: 5 }, art, new Set())).toEqual([place]);
});
