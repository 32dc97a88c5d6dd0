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
])("returns the day: %s in %s is %s", (moment, zone, day) => {
  expect(dayOf(new Date(moment), zone)).toBe(day);
});

test("ends a quest at the end of its day", () => {
  const evening = new Date("2026-08-30T18:00:00Z");
  expect(isPast(evening, new Date("2026-08-30T23:59:59Z"), "UTC")).toBe(false);
  expect(isPast(evening, new Date("2026-08-31T00:00:00Z"), "UTC")).toBe(true);
  // A phone whose clock is slow does not lose its quest.
  expect(isPast(evening, new Date("2026-08-29T12:00:00Z"), "UTC")).toBe(false);
});

test("never puts a later moment on an earlier day", () => {
  const moment = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
  const zone = fc.constantFrom("UTC", "America/Los_Angeles", "Europe/Berlin", "Asia/Kathmandu");
  fc.assert(
    fc.property(moment, moment, zone, (one, other, where) => {
      const [early, late] = one < other ? [one, other] : [other, one];
      expect(dayOf(early, where) <= dayOf(late, where)).toBe(true);
    }),
  );
});

test("rejects unknown time zones and invalid dates", () => {
  expect(() => dayOf(new Date(), "Mars/Olympus")).toThrow(RangeError);
  expect(() => dayOf(new Date(Number.NaN), "UTC")).toThrow(RangeError);
  expect(["UTC", "America/Los_Angeles", "Mars/Olympus", ""].filter(isZone)).toEqual([
    "UTC",
    "America/Los_Angeles",
  ]);
});
