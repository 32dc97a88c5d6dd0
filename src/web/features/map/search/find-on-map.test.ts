import { expect, test } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { finderOver, type MapThing } from "./find-on-map.ts";

const thing = (id: string, title: string, place: string, words = ""): MapThing => ({
  id,
  kind: "camp",
  title,
  place,
  words,
});
const find = finderOver(specCity, [
  thing("camp-1", "Spoke Asylum", "7:30 & Delight", "A bike repair shop that never closes"),
  thing("resource:1", "Honda generator", "7:30 & Enchant", "2 kW, quiet"),
  thing("community:1", "Tinker Row", "4:30 & Gobsmack", "We lend a generator on Tuesdays"),
  thing("art:man", "The Man", ""),
]);
const ids = (typed: string) => find(typed).map(({ id }) => id);

test("camps, things and communities are found together, names before descriptions, slips of the thumb forgiven", () => {
  expect(ids("spoke")).toEqual(["camp-1"]);
  expect(ids("generator")).toEqual(["resource:1", "community:1"]);
  expect(ids("genrator")).toEqual(["resource:1", "community:1"]);
  expect(ids("bike rep")).toEqual(["camp-1"]);
  expect(ids("the man")).toEqual(["art:man"]);
  expect(ids("zeppelin")).toEqual([]);
  expect(ids("")).toEqual([]);
});

test.each(["7:30 & E", "7:30 & Enchant", "730 & e", "7:30 e", "enchant & 7:30"])(
  "an address comes first, however it is written: %s",
  (typed) => {
    expect(find(typed)[0]).toMatchObject({ id: "place:at", title: "7:30 & Enchant", at: "7:30 & Enchant" });
  },
);
