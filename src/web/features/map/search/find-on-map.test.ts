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

test("finds camps, things and communities together, despite typos", () => {
  expect(ids("spoke")).toEqual(["camp-1"]);
  expect(ids("generator")).toEqual(["resource:1", "community:1"]);
  expect(ids("genrator")).toEqual(["resource:1", "community:1"]);
  expect(ids("bike rep")).toEqual(["camp-1"]);
  expect(ids("the man")).toEqual(["art:man"]);
  expect(ids("zeppelin")).toEqual([]);
  expect(ids("")).toEqual([]);
});

test.each(["7:30 & E", "7:30 & Enchant", "730 & e", "7:30 e", "enchant & 7:30"])(
  "ranks an address first, however it is written: %s",
  (typed) => {
    expect(find(typed)[0]).toMatchObject({ id: "place:at", title: "7:30 & Enchant", at: "7:30 & Enchant" });
  },
);

test("ranks medical tents and Ranger posts first only for queries about them", () => {
  const help = finderOver(specCity, [
    thing("camp-medical", "Medical Medical", "3:00 & D", "medical medic first aid"),
    thing("camp-ranger", "Ranger Ranger Lounge", "3:00 & D", "ranger"),
    thing("camp-tent", "Tent", "3:00 & D"),
    { ...thing("medical:1", "Medical tent, 3:00 B Plaza", "", "medical medic first aid"), kind: "medical" },
    { ...thing("ranger:1", "Ranger post, 3:00 & D", "", "ranger"), kind: "ranger" },
  ]);
  const first = (typed: string) => help(typed)[0]?.id;
  for (const typed of ["medical", "Medic", "med", "first aid", "medcal", "medical 3:00"])
    expect(first(typed), typed).toBe("medical:1");
  for (const typed of ["ranger", "Rangers", "rang"]) expect(first(typed), typed).toBe("ranger:1");
  expect(first("tent")).toBe("camp-tent");
  expect(first("3:00 & D")).toBe("place:at");
});
