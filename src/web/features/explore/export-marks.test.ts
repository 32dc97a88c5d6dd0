import { expect, test } from "vitest";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import { marksAsCsv } from "./export-marks.ts";

function camp(id: string, name: string): Camp {
  const nothing = { description: null, hometown: null, landmark: null, url: null, contact_email: null };
  const place = { latitude: 40.5, longitude: -119.25, location_string: "7:30 & E" };
  // The fields of a camp used by an export.
  return { id, name, year: "2026", color: "#ff7fae", ...nothing, ...place } as Camp;
}

test("exports favourites and notes in camp order without empty marks", () => {
  const marks = new Map([
    ["gone", { isFavourite: true, note: "" }],
    ["b", { isFavourite: false, note: '=HYPERLINK("x")' }],
    ["a", { isFavourite: true, note: "Coffee,\nat 9" }],
    ["c", { isFavourite: false, note: "" }],
  ]);
  expect(marksAsCsv(marks, [camp("a", 'The "A"'), camp("b", "-1+1"), camp("c", "C")])).toBe(
    [
      "name,address,favourite,note,latitude,longitude,camp id",
      '"The ""A""",7:30 & E,yes,"Coffee,\nat 9",40.5,-119.25,a',
      `'-1+1,7:30 & E,no,"'=HYPERLINK(""x"")",40.5,-119.25,b`,
      ",,yes,,,,gone",
      "",
    ].join("\r\n"),
  );
});
