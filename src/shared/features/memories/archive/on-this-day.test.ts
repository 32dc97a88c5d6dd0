import { expect, test } from "vitest";
import { monthDays, yearsAgo } from "./on-this-day.ts";

const NEVADA = "America/Los_Angeles";

test("uses the festival's day, whatever day it is elsewhere", () => {
  const night = new Date("2026-08-31T05:00:00Z");
  expect(monthDays(night, NEVADA)).toEqual(["08-30"]);
  expect(monthDays(night, "UTC")).toEqual(["08-31"]);
});

test("includes a leap day in every year", () => {
  expect(monthDays(new Date("2027-02-28T12:00:00Z"), "UTC")).toEqual(["02-28", "02-29"]);
  expect(monthDays(new Date("2028-02-28T12:00:00Z"), "UTC")).toEqual(["02-28"]);
  expect(monthDays(new Date("2028-02-29T12:00:00Z"), "UTC")).toEqual(["02-29"]);
  expect(monthDays(new Date("2100-02-28T12:00:00Z"), "UTC")).toEqual(["02-28", "02-29"]);
});

test("counts years in the festival's calendar", () => {
  const now = new Date("2026-01-01T07:00:00Z");
  expect(yearsAgo(new Date("2024-12-31T20:00:00Z"), now, NEVADA)).toBe("A year ago today");
  expect(yearsAgo(new Date("2014-12-31T20:00:00Z"), now, NEVADA)).toBe("11 years ago today");
});
