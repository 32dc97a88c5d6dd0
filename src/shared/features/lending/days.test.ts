import { expect, test } from "vitest";
import { dayHere, firstFreeDay } from "./days.ts";
import { daysNearby } from "./in-words.ts";

test("finds the first free day: today, or the day after the promised days", () => {
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

test("takes today from the device's calendar", () => {
  const evening = new Date(2026, 7, 30, 23, 59);
  expect(dayHere(evening)).toBe("2026-08-30");
  expect(dayHere(new Date(2026, 7, 31, 0, 1))).toBe("2026-08-31");
});

test("names near days by their weekday, and farther ones by their date", () => {
  const inWords = (first: string, last = first) => daysNearby(first, last, "2026-11-26");
  expect([inWords("2026-11-27"), inWords("2026-11-27", "2026-11-28")]).toEqual(["Fri", "Fri-Sat"]);
  expect([inWords("2026-12-02"), inWords("2026-12-03")]).toEqual(["Wed", "3 Dec"]);
  expect([inWords("2026-11-30", "2026-12-03"), inWords("2026-12-04", "2026-12-06")]).toEqual([
    "30 Nov-3 Dec",
    "4-6 Dec",
  ]);
  // The same weekday next week, and a day in the past.
  expect(inWords("2026-11-25", "2026-12-02")).toBe("25 Nov-2 Dec");
  expect([inWords("2026-11-20"), inWords("2026-11-19")]).toEqual(["Fri", "19 Nov"]);
});
