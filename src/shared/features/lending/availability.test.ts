import { expect, test } from "vitest";
import { availabilityInWords } from "./in-words.ts";
import { availabilityOf, isFreeOn, type BlockingLoan, nextFreeDay, stillTaken } from "./availability.ts";

const sunday = "2026-08-30";
const loan = (state: BlockingLoan["state"], first: string, last = first): BlockingLoan => ({
  state,
  first,
  last,
});
const inWords = (loans: readonly BlockingLoan[], today = sunday) =>
  availabilityInWords(availabilityOf({ availability: "available", loans }, today), today);

test("shows until when a thing is out, and from when it can be requested", () => {
  const out = (last: string) => inWords([loan("handed-over", "2026-08-28", last)]);
  expect(out("2026-08-30")).toBe("Out until tonight, ask for tomorrow");
  expect(out("2026-08-31")).toBe("Out until tomorrow, ask for Tuesday");
  expect(out("2026-09-04")).toBe("Out until Friday, ask for Saturday");
  expect(out("2026-09-05")).toBe("Out until Saturday, ask for 6 Sept");
  expect(out("2026-09-20")).toBe("Out until 20 Sept, ask for 21 Sept");
});

test("counts a promise for today as a loan, but not a later one", () => {
  expect(inWords([loan("approved", "2026-08-29", "2026-09-01")])).toBe(
    "Out until Tuesday, ask for Wednesday",
  );
  expect(inWords([loan("approved", "2026-09-01")])).toBe("Available");
  expect(inWords([loan("approved", "2026-08-27", "2026-08-29")])).toBe("Available");
});

test("names the first day that is not taken", () => {
  const loans = [loan("handed-over", sunday), loan("approved", "2026-08-31", "2026-09-01")];
  expect(inWords(loans)).toBe("Out until Tuesday, ask for Wednesday");
});

test("shows an overdue thing as out until its return", () => {
  expect(inWords([loan("handed-over", "2026-08-20", "2026-08-25")])).toBe("Overdue, ask for tomorrow");
  expect(
    inWords([loan("handed-over", "2026-08-20", "2026-08-25"), loan("approved", "2026-08-31", "2026-09-01")]),
  ).toBe("Overdue, ask for Wednesday");
});

test("counts a thing handed over before its first day as out", () => {
  expect(inWords([loan("handed-over", "2026-08-31", "2026-09-01")])).toBe(
    "Out until Tuesday, ask for Wednesday",
  );
});

test('shows "needs a look" for a returned thing until its owner has checked it', () => {
  expect(inWords([loan("returned", "2026-08-28")])).toBe("Needs a look");
  expect(inWords([loan("returned", "2026-08-28"), loan("handed-over", sunday)])).toMatch(/^Out/);
});

test("prefers the availability the owner has set", () => {
  const loans = [loan("handed-over", sunday)];
  for (const [availability, words] of [
    ["unavailable", "Unavailable"],
    ["maintenance", "Maintenance"],
  ] as const)
    expect(availabilityInWords(availabilityOf({ availability, loans }, sunday), sunday)).toBe(words);
});

test("uses the owner's availability when a copy of an earlier version has no loans", () => {
  expect(availabilityOf({ availability: "available" }, sunday)).toEqual({ state: "available", until: null });
});

test("offers neither a taken day nor today while a thing is overdue", () => {
  const thing = {
    availability: "available",
    loans: [
      loan("handed-over", "2026-08-20", "2026-08-25"),
      loan("approved", "2026-09-02"),
      loan("returned", "2026-09-04"),
    ],
  } as const;
  const free = (first: string, last = first) => isFreeOn(thing, { first, last }, sunday);
  expect(free(sunday)).toBe(false);
  expect(free("2026-08-31", "2026-09-01")).toBe(true);
  expect(free("2026-09-01", "2026-09-03")).toBe(false);
  expect(free("2026-09-04")).toBe(true);
  const unavailable = { ...thing, availability: "unavailable" } as const;
  expect(isFreeOn(unavailable, { first: "2026-09-04", last: "2026-09-04" }, sunday)).toBe(false);
  expect(nextFreeDay(thing, "2026-09-02", sunday)).toBe("2026-09-03");
  expect(nextFreeDay(unavailable, sunday, sunday)).toBeNull();
});

test("marks today as taken while a thing is out, even in a calendar stored days ago", () => {
  const taken = [
    { first: "2026-08-25", last: "2026-08-27", isOut: true },
    { first: "2026-08-28", last: "2026-08-29", isOut: false },
    { first: "2026-09-01", last: "2026-09-02", isOut: false },
  ];
  expect(stillTaken(taken, sunday)).toEqual([
    { first: "2026-08-25", last: sunday, isOut: true },
    { first: "2026-09-01", last: "2026-09-02", isOut: false },
  ]);
});
