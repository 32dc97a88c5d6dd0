import { expect, test } from "vitest";
import { dayHere, firstFreeDay } from "./days.ts";

test("the first free day is today, or the day after what is promised from today on", () => {
  const today = "2026-08-30";
  expect(firstFreeDay([], today)).toBe(today);
  expect(firstFreeDay([{ first: "2026-09-02", last: "2026-09-04" }], today)).toBe(today);
  const promised = [
    { first: "2026-08-31", last: "2026-09-01" },
    { first: "2026-08-28", last: "2026-08-30" },
  ];
  expect(firstFreeDay(promised, today)).toBe("2026-09-02");
  expect(firstFreeDay([{ first: "2026-08-01", last: "2028-08-01" }], today)).toBeNull();
});

test("the day here is that of the device's calendar", () => {
  const evening = new Date(2026, 7, 30, 23, 59);
  expect(dayHere(evening)).toBe("2026-08-30");
  expect(dayHere(new Date(2026, 7, 31, 0, 1))).toBe("2026-08-31");
});
