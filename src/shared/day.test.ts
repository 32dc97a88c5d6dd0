import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf, isPast, isZone } from "./day.ts";

test.each([
  ["2026-08-30T23:59:59.999Z", "UTC", "2026-08-30"],
  ["2026-08-31T00:00:00.000Z", "UTC", "2026-08-31"],
  ["2026-08-31T00:00:00.000Z", "America/Los_Angeles", "2026-08-30"],
  ["2026-08-31T06:59:59.000Z", "America/Los_Angeles", "2026-08-30"],
  ["2026-08-31T07:00:00.000Z", "America/Los_Angeles", "2026-08-31"],
  // Clocks go back: this day has 25 hours.
  ["2026-10-25T22:30:00.000Z", "Europe/Berlin", "2026-10-25"],
  ["2026-10-25T23:00:00.000Z", "Europe/Berlin", "2026-10-26"],
  ["0999-01-01T12:00:00.000Z", "UTC", "0999-01-01"],
])("%s in %s is %s", (moment, zone, day) => {
  expect(dayOf(new Date(moment), zone)).toBe(day);
});

test("a quest ends with its day and not earlier", () => {
  const evening = new Date("2026-08-30T18:00:00Z");
  expect(isPast(evening, new Date("2026-08-30T23:59:59Z"), "UTC")).toBe(false);
  expect(isPast(evening, new Date("2026-08-31T00:00:00Z"), "UTC")).toBe(true);
  // A phone whose clock is behind does not lose its quest.
  expect(isPast(evening, new Date("2026-08-29T12:00:00Z"), "UTC")).toBe(false);
});

test("later moments never fall on earlier days", () => {
  const moment = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
  const zone = fc.constantFrom("UTC", "America/Los_Angeles", "Europe/Berlin", "Asia/Kathmandu");
  fc.assert(
    fc.property(moment, moment, zone, (one, other, where) => {
      const [early, late] = one < other ? [one, other] : [other, one];
      expect(dayOf(early, where) <= dayOf(late, where)).toBe(true);
    }),
  );
});

test("an unknown time zone and an invalid date are refused", () => {
  expect(() => dayOf(new Date(), "Mars/Olympus")).toThrow(RangeError);
  expect(() => dayOf(new Date(Number.NaN), "UTC")).toThrow(RangeError);
  expect(["UTC", "America/Los_Angeles", "Mars/Olympus", ""].filter(isZone)).toEqual([
    "UTC",
    "America/Los_Angeles",
  ]);
});
