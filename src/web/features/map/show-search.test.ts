import { expect, test } from "vitest";
import { placeOf } from "./show-search.ts";

test.each([
  ["/explore", {}, null, null],
  ["/explore/", { show: "lamp" }, "resource:lamp", null],
  ["/explore", { show: "community:tinkers" }, "community:tinkers", null],
  ["/explore", { at: "7:30 & E" }, "place:at", "7:30 & E"],
  ["/explore/camp/camp-1", { at: "7:30 & E" }, "camp-1", "7:30 & E"],
  ["/explore/camp/sushi%20bar", {}, "sushi bar", null],
])("reads the place of %s with %o", (pathname, search, itemId, at) => {
  expect(placeOf(pathname, search)).toEqual({ itemId, at, isBrowsing: false });
});

test("reads the state of the open camp list", () => {
  expect(placeOf("/explore", { panel: "browse" })).toMatchObject({ itemId: null, isBrowsing: true });
});

test("ignores bad parameters", () => {
  for (const search of [{ show: "<script>" }, { show: ["lamp"] }, { at: "x".repeat(61) }, { panel: "all" }])
    expect(placeOf("/explore", search)).toEqual({ itemId: null, at: null, isBrowsing: false });
  expect(placeOf("/explore/camp/%E0%A4%A", {})).toBeNull();
});

test.each(["/", "/library", "/explorer", "/explore/camp", "/explore/camp/", "/community/1"])(
  "finds no place in %s",
  (pathname) => {
    expect(placeOf(pathname, { show: "lamp" })).toBeNull();
  },
);
