import { expect, test } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import { homeOfNotes } from "./home-of-notes.ts";

const at = (address: string) => locate(specCity, parseAddress(address));

test.each([
  ["Remember my camp is at 7:30 & E", "your camp", "7:30 & E"],
  ["our tent is on 4:15 and Fascinate, red flag", "your tent", "4:15 & F"],
  ["we camp at 9:00 & B", "your home", "9:00 & B"],
  ["home: 5:00 & D", "your home", "5:00 & D"],
])("reads a home from %s", (note, name, address) => {
  expect(homeOfNotes(specCity, [note])).toEqual({ name, at: at(address) });
});

test("takes the newest of several homes", () => {
  const notes = ["my camp is at 3:00 & C", "my camp is at 9:00 & C"];
  expect(homeOfNotes(specCity, notes)?.at).toEqual(at("3:00 & C"));
});

test.each([
  "my bike is at 7:30 & E",
  "Lena's camp is at 7:30 & E",
  "Lena's home is at 7:30 & E",
  "the way home is at 7:30 & E",
  "we sleep at 9:00",
  "my camp is at the end of the world",
  "",
  "my camp is at ".repeat(2_000),
])("reads no home from %.40s", (note) => {
  expect(homeOfNotes(specCity, [note])).toBeNull();
});
