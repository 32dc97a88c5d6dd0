import { expect, test } from "vitest";
import { byStart, eventTime } from "./event-time.ts";

const event = (start: string | null, end: string | null = null, isAllDay?: boolean) => ({
  title: "Tea",
  description: null,
  start,
  end,
  ...(isAllDay === undefined ? {} : { isAllDay }),
});
const at = (zone: string, ...args: Parameters<typeof event>) => plain(eventTime(event(...args), zone));

test.each([
  // As written in the file, on a server without a configured zone.
  ["UTC", "2024-08-29T22:00:00-07:00", null, "Thu, Aug 29, 10:00 PM GMT-7"],
  [
    "UTC",
    "2024-08-29T22:00:00-07:00",
    "2024-08-30T02:00:00-07:00",
    "Thu, Aug 29, 10:00 PM - Fri 2:00 AM GMT-7",
  ],
  [
    "UTC",
    "2024-08-29T06:00:00+05:30",
    "2024-08-29T07:30:00+05:30",
    "Thu, Aug 29, 6:00 AM - 7:30 AM GMT+5:30",
  ],
  ["UTC", "2024-08-30T05:00:00Z", null, "Fri, Aug 30, 5:00 AM UTC"],
  // On the festival's clock, whatever the zone in the file.
  ["America/Los_Angeles", "2024-08-30T05:00:00Z", null, "Thu, Aug 29, 10:00 PM PDT"],
  [
    "America/Los_Angeles",
    "2024-08-30T07:00:00+02:00",
    "2024-08-30T08:30:00+02:00",
    "Thu, Aug 29, 10:00 PM - 11:30 PM PDT",
  ],
  // Midnight belongs to the next day; a weekday is ambiguous after a week.
  [
    "UTC",
    "2024-08-29T23:59:00-07:00",
    "2024-08-30T00:00:00-07:00",
    "Thu, Aug 29, 11:59 PM - Fri 12:00 AM GMT-7",
  ],
  [
    "UTC",
    "2024-08-25T08:00:00-07:00",
    "2024-09-02T08:00:00-07:00",
    "Sun, Aug 25, 8:00 AM - Mon, Sep 2, 8:00 AM GMT-7",
  ],
  // An end before the start is ignored.
  ["UTC", "2024-08-29T22:00:00-07:00", "2024-08-29T21:00:00-07:00", "Thu, Aug 29, 10:00 PM GMT-7"],
] as const)("words the time: in %s, %s to %s reads %s", (zone, start, end, expected) => {
  expect(at(zone, start, end)).toBe(expected);
});

test.each([
  // An all-day event at a written midnight starts on that day, whatever the zone.
  ["UTC", "2024-08-29T00:00:00-07:00", "2024-08-30T00:00:00-07:00", "Thu, Aug 29, All day"],
  ["Europe/Berlin", "2024-08-29T00:00:00Z", null, "Thu, Aug 29, All day"],
  [
    "America/Los_Angeles",
    "2024-08-29T00:00:00Z",
    "2024-08-31T23:59:00Z",
    "Thu, Aug 29 - Sat, Aug 31, All day",
  ],
  // Midnight of the festival, written in UTC.
  ["Europe/Berlin", "2024-08-26T22:00:00Z", "2024-08-27T22:00:00Z", "Tue, Aug 27, All day"],
  ["America/Los_Angeles", "2024-08-27T07:00:00Z", "2024-08-28T07:00:00Z", "Tue, Aug 27, All day"],
] as const)("words an all-day event: in %s, from %s to %s reads %s", (zone, start, end, expected) => {
  expect(at(zone, start, end, true)).toBe(expected);
});

test("uses the event's own offset when its zone is invalid or unknown to the browser", () => {
  for (const zone of ["Etc/UTC", "GMT", "Nowhere/Bad"])
    expect(at(zone, "2024-08-29T14:00:00-07:00")).toBe("Thu, Aug 29, 2:00 PM GMT-7");
});

test("names both zones where the clocks change in between", () => {
  expect(at("America/Los_Angeles", "2024-11-03T00:30:00-07:00", "2024-11-03T02:30:00-08:00")).toBe(
    "Sun, Nov 3, 12:30 AM PDT - 2:30 AM PST",
  );
});

test("returns no words for an event without a start", () => {
  expect(eventTime(event(null, "2024-08-30T00:00:00-07:00"), "UTC")).toBeNull();
});

test("sorts events by the festival's clock, those without a start last", () => {
  const events = [
    event("2024-08-30T01:00:00+02:00"),
    event(null),
    event("2024-08-29T15:00:00-07:00"),
    event("2024-08-28T00:00:00Z", null, true),
    event("2024-08-27T19:00:00-07:00"),
  ];
  const sorted = events.toSorted(byStart("America/Los_Angeles"));
  expect(sorted.map(({ start }) => start)).toEqual([
    "2024-08-27T19:00:00-07:00",
    "2024-08-28T00:00:00Z",
    "2024-08-29T15:00:00-07:00",
    "2024-08-30T01:00:00+02:00",
    null,
  ]);
});

/** Engines put different spaces before AM and PM. */
function plain(text: string | null): string | null {
  return text?.replaceAll(/\s/g, " ") ?? null;
}
