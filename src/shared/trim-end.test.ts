import { expect, test } from "vitest";
import { parseAddress } from "#shared/features/map/address/address.ts";
import { tokenizeLocation } from "#shared/features/map/address/address-terms.ts";
import { needOf } from "#shared/features/memories/need.ts";
import { trimEndOf } from "./trim-end.ts";

test("cuts only the end and reads each character once", () => {
  const looks = (text: string) => {
    let count = 0;
    const left = trimEndOf(text, (character) => {
      count += 1;
      return character === "?";
    });
    return [left, count];
  };
  expect(looks("who? me??")).toEqual(["who? me", 3]);
  expect(looks("?".repeat(16_000))).toEqual(["", 16_000]);
  expect(looks(`${"?".repeat(16_000)}a`)).toEqual([`${"?".repeat(16_000)}a`, 1]);
  expect(looks("")).toEqual(["", 0]);
});

test("returns the same results as before in the functions that use it", () => {
  expect(needOf("Who can lend me a kite?!. ")).toBe("I'm looking for a kite");
  expect(needOf("???")).toBe("I'm looking for ???");
  const streets = (text: string) => tokenizeLocation(text).filter(({ type }) => type !== "filler");
  for (const facing of [
    "facing man",
    ", mid-block facing 2:00",
    " (corner - facing the man)",
    "mid block facing",
  ])
    expect(streets(`7:30 & E ${facing}`).map(({ type }) => type)).toEqual(["time", "joiner", "street"]);
  expect(parseAddress("7:30 & E, midblock facing man")).toMatchObject({ kind: "intersection", street: "E" });
});
