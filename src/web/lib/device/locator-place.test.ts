import { expect, test } from "vitest";
import { locatorPlace } from "./locator-place.ts";

test("parses a crossing of street and hour in either order, by name or letter", () => {
  expect(locatorPlace("7:30 & Delight")).toEqual({ time: 7.5, street: 4 });
  expect(locatorPlace("D & 7:30")).toEqual({ time: 7.5, street: 4 });
  expect(locatorPlace("Esplanade & 3:00")).toEqual({ time: 3, street: 0 });
});

test("shows a plaza at its place in the city, not by its own clock", () => {
  expect(locatorPlace("7:30 G Plaza @ 4:30")).toEqual({ time: 7.5, street: 7 });
});

test("returns no place for text that is not an address", () => {
  for (const text of [null, "", "None & None", "ask for Fern", "x".repeat(5000)])
    expect(locatorPlace(text)).toBeNull();
});
