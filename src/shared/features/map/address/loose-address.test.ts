import { expect, test } from "vitest";
import { formatAddress } from "./address.ts";
import { findAddress } from "./find-address.ts";
import { clarifyAddresses } from "./loose-address.ts";
import { specCity } from "../city/city.ts";

const read = (sentence: string) => {
  const found = findAddress(specCity, clarifyAddresses(sentence));
  return found === null ? null : formatAddress(specCity, found.address);
};

test.each([
  ["near 8 and c", "8:00 & Captivate"],
  ["what is at 6 o'clock and Esplanade", "6:00 & Esplanade"],
  ["at six o'clock and esplanade", "6:00 & Esplanade"],
  ["730 and e", "7:30 & Enchant"],
  ["E n 730", "7:30 & Enchant"],
  ["fascinate & 430", "4:30 & Fascinate"],
  ["around 7:30&e", "7:30 & Enchant"],
  ["how far is it from 3:00 and B", "3:00 & Baffie"],
  ["nearest toilet from 7:30 & E", "7:30 & Enchant"],
  ["closest to 7:30", "7:30"],
  ["camps near 6 o'clock", "6:00"],
  ["430 f to 9 b", "4:30 & Fascinate"],
  ["9 b to the temple", "9:00 & Baffie"],
  ["near 9", "9:00"],
  ["WHAT IS AT 7:15 FREAKIN D", "7:15 & Delight"],
  ["it starts at 9:00, like, before dinner", "9:00"],
  ["my tent is at 7:45, and, um, C", "7:45 & Captivate"],
  ["whos at 10 & esplanad", "10:00 & Esplanade"],
])("finds the address: %s is at %s", (sentence, address) => {
  expect(read(sentence)).toBe(address);
});

test.each([
  "2 and a half hours",
  "a hammer and a drill",
  "open from 9:00 to 10:00",
  "from 9:00 and a coffee",
  "25 and b",
  "at 9 o'clock",
  "2 and a ladder",
])("finds no address in %s", (sentence) => {
  expect(read(sentence)).toBeNull();
});

test("processes hostile sentences quickly", () => {
  for (const text of ["7 and ".repeat(400), "7:30 & ".repeat(400), "a".repeat(2_000), "12345".repeat(400)])
    expect(() => clarifyAddresses(text)).not.toThrow();
});
