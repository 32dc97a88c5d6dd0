import { expect, test } from "vitest";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import { searchOver } from "./search-camps.ts";

function camp(name: string, rest: Partial<Camp> = {}): Camp {
  const place = locate(specCity, parseAddress(rest.location_string));
  return {
    id: name,
    name,
    description: null,
    hometown: null,
    landmark: null,
    url: null,
    contact_email: null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    location_string: null,
    year: "2026",
    color: "#ff7fae",
    playa_location: null,
    placement: null,
    ...rest,
  };
}

const search = searchOver(specCity, [
  camp("Café Düsenjäger", { location_string: "7:30 & E" }),
  camp("Temple of Toast", { location_string: "7:30 & Esplanade", description: "Bread for the weary." }),
  camp("The Bread Line", { location_string: "3:00 & K", hometown: "Łódź" }),
  camp("Hangar 18", { location_string: "9:00 & A", landmark: "A rusty rocket" }),
  camp("Kazbar's Straße", { location_string: null }),
  camp("Toasted Marshmallows", { location_string: "4:30 & C" }),
]);

const find = (words: string) => search(words).map(({ id }) => id);

test("ignores accents, case, ligatures and apostrophes", () => {
  expect(find("CAFE dusenjager")).toEqual(["Café Düsenjäger"]);
  expect(find("café")).toEqual(["Café Düsenjäger"]);
  expect(find("lodz")).toEqual(["The Bread Line"]);
  expect(find("kazbars strasse")).toEqual(["Kazbar's Straße"]);
});

test("matches typos and unfinished words, except in short words or numbers", () => {
  expect(find("tempel of tost")[0]).toBe("Temple of Toast");
  expect(find("braed")[0]).toBe("The Bread Line");
  expect(find("oast")).toEqual([]);
  expect(find("marshmalows")).toEqual(["Toasted Marshmallows"]);
  expect(find("hang")[0]).toBe("Hangar 18");
  expect(find("h")).toEqual(["Hangar 18"]);
  expect(find("hangar 19")).toEqual([]);
  expect(find("zzz")).toEqual([]);
});

test("ranks names above descriptions and requires every word", () => {
  expect(find("bread")).toEqual(["The Bread Line", "Temple of Toast"]);
  expect(find("bread weary")).toEqual(["Temple of Toast"]);
  expect(find("rusty rocket")).toEqual(["Hangar 18"]);
});

test("finds the camps at an address, nearest first", () => {
  expect(find("7:30 & E")[0]).toBe("Café Düsenjäger");
  expect(find("E @ 7:30")[0]).toBe("Café Düsenjäger");
  // A camp without a place has no distance.
  expect(find("3:00 and K")).toEqual(["The Bread Line"]);
});

test("finds nothing for empty, symbolic and hostile text", () => {
  for (const words of ["", "   ", "&&&", "\u0000", "%_\\", "a".repeat(5_000), "(((", "__proto__"])
    expect(find(words)).toEqual([]);
});
