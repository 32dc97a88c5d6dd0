import { expect, test } from "vitest";
import { readWhen } from "./read-when.ts";

/** Monday, 31 August 2026, 21:10 in Los Angeles: already September in UTC. */
const clock = { now: new Date("2026-09-01T04:10:00Z"), zone: "America/Los_Angeles" };

test.each([
  ["tonight", "2026-08-31", "2026-08-31", "night", null],
  ["is it open this night", "2026-08-31", "2026-08-31", "night", null],
  ["sat night", "2026-09-05", "2026-09-05", "night", null],
  ["tomorrow morning", "2026-09-01", "2026-09-01", "morning", null],
  ["in an hour", "2026-08-31", "2026-08-31", null, "22:10"],
  ["until tuesday", "2026-08-31", "2026-09-01", null, null],
  ["from monday to wednesday", "2026-09-07", "2026-09-09", null, null],
  ["for 3 days from friday", "2026-09-04", "2026-09-06", null, null],
  ["this weekend", "2026-09-05", "2026-09-06", null, null],
  ["day after tomorrow", "2026-09-02", "2026-09-02", null, null],
  ["on the 3rd", "2026-09-03", "2026-09-03", null, null],
  ["sat free?", "2026-09-05", "2026-09-05", null, null],
  ["sun + mon free", "2026-09-06", "2026-09-07", null, null],
  ["sat nite please", "2026-09-05", "2026-09-05", null, null],
  ["no, not tomorrow, saturday", "2026-09-05", "2026-09-05", null, null],
  ["from tonight thru sunday", "2026-08-31", "2026-09-06", null, null],
  ["from now until sunday", "2026-08-31", "2026-09-06", null, null],
  ["thursday 8pm", "2026-09-03", "2026-09-03", null, "20:00"],
])("reads the time: %s", (message, first, last, part, time) => {
  expect(readWhen(message, clock).when).toMatchObject({ first, last, part, time });
});

test.each([
  ["Pacific/Pago_Pago", "2026-09-01T08:10:00Z"],
  ["UTC", "2026-08-31T21:10:00Z"],
  ["Asia/Kolkata", "2026-08-31T15:40:00Z"],
  ["Pacific/Kiritimati", "2026-08-31T07:10:00Z"],
])("reads weekdays on the festival's clock: %s", (zone, now) => {
  const monday = { now: new Date(now), zone };
  const days = { first: "2026-09-07", last: "2026-09-09" };
  expect(readWhen("from monday to wednesday", monday).when).toMatchObject(days);
});

test.each([
  "sun shade",
  "shade from the sun",
  "mon ami",
  "the second one",
  "sun hat",
  "sat down",
  "hats, sun cream",
  "sun and wind cover",
  "night watch",
  "2 kw generator",
])("finds no time in %s", (message) => {
  expect(readWhen(message, clock)).toEqual({ when: null, rest: message });
});
