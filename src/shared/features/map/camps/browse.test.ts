import { expect, test } from "vitest";
import { browseCategories, byName } from "./browse.ts";
import { specCity } from "../city/city.ts";

function camp(name: string, location_string: string | null = null) {
  return { id: name, name, location_string, playa_location: null };
}

test("sorts by street from the Man outwards, all other places last", () => {
  const camps = [
    camp("k", "9:00 & Kobler"),
    camp("none", null),
    camp("b", "7:30 & B"),
    camp("esp", "Esplanade & 3:00"),
    camp("plaza", "3:00 B Plaza @ 6:00"),
    camp("village", "w/in Sin City"),
  ];
  const categories = browseCategories(specCity, camps, "street");
  expect(categories.map(({ label, camps: members }) => [label, members.map(({ id }) => id)])).toEqual([
    ["Esplanade", ["esp"]],
    ["Baffie", ["b", "plaza"]],
    ["Kobler", ["k"]],
    ["Elsewhere", ["none", "village"]],
  ]);
});

test("sorts from A to Z without accents, case or punctuation, numbers first", () => {
  const names = ["zebra", "Éclair", "eel", "3 Moons", "(Quiet)", "Ångström", "99", "¿?"];
  const categories = browseCategories(specCity, byName(names.map((name) => camp(name))), "letter");
  expect(categories.map(({ label, camps }) => [label, camps.map(({ name }) => name)])).toEqual([
    ["0–9", ["¿?", "3 Moons", "99"]],
    ["A", ["Ångström"]],
    ["E", ["Éclair", "eel"]],
    ["Q", ["(Quiet)"]],
    ["Z", ["zebra"]],
  ]);
});

test("puts all camps in one category and returns none without camps", () => {
  const camps = [camp("b"), camp("a")];
  expect(browseCategories(specCity, camps, "all")).toEqual([{ id: "all", label: "All Camps", camps }]);
  for (const mode of ["all", "street", "letter"] as const)
    expect(browseCategories(specCity, [], mode)).toEqual([]);
});
