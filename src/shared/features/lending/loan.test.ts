import fc from "fast-check";
import { expect, test } from "vitest";
import { nearDays, refuseDays, weeksOf } from "./calendar-days.ts";
import { addDays, isDay, lengthOf } from "./days.ts";
import { daysInWords } from "./in-words.ts";
import {
  isOpen,
  isOverdue,
  isReturnToCheck,
  type LoanSide,
  type LoanState,
  loanStates,
  loanSteps,
  stepsOf,
  takeStep,
} from "./loan.ts";

const now = new Date("2026-08-30T15:00:00Z");
const week = { first: "2026-08-30", last: "2026-09-05" };
const days = fc.integer({ min: -800, max: 800 }).map((count) => addDays("2026-08-30", count));

test("allows each step only to the side it belongs to", () => {
  const steps = (state: LoanState, side: LoanSide) => stepsOf({ state, ...week }, side, now);
  expect(steps("requested", "owner")).toEqual(["approve", "decline"]);
  expect(steps("requested", "borrower")).toEqual(["cancel"]);
  expect(steps("approved", "owner")).toEqual(["hand-over", "answer", "cancel"]);
  expect(steps("approved", "borrower")).toEqual(["hand-over", "cancel"]);
  expect(steps("handed-over", "borrower")).toEqual(["return"]);
  for (const state of ["declined", "cancelled", "expired", "returned"] as const)
    expect([...steps(state, "owner"), ...steps(state, "borrower")]).toEqual([]);
  const back = { state: "returned", ...week, awaitsCheck: true } as const;
  expect([stepsOf(back, "owner", now), stepsOf(back, "borrower", now)]).toEqual([["check"], []]);
});

test("allows only declining a request for past days", () => {
  const past = { state: "requested", first: "2026-08-01", last: "2026-08-02" } as const;
  expect(takeStep(past, "approve", "owner", now)).toMatchObject({ ok: false });
  expect(takeStep(past, "decline", "owner", now)).toMatchObject({ ok: true });
});

test("rejects a hand-over before the first day", () => {
  const later = { state: "approved", first: "2026-09-03", last: "2026-09-04" } as const;
  expect(takeStep(later, "hand-over", "owner", now)).toMatchObject({ ok: false });
});

test("counts a thing as overdue once its last day is over everywhere", () => {
  const lastDay = { first: "2026-08-28", last: "2026-08-29" };
  const isLate = (state: LoanState, at: string) => isOverdue({ state, ...lastDay }, new Date(at));
  expect(isLate("handed-over", "2026-08-30T11:00:00Z")).toBe(false);
  expect(isLate("handed-over", "2026-08-30T13:00:00Z")).toBe(true);
  expect(isLate("approved", "2026-08-30T13:00:00Z")).toBe(false);
});

test("allows promises and hand-overs until the last day is over", () => {
  const ends = (last: string) => ({ first: "2026-08-29", last });
  const may = (last: string) => [
    takeStep({ state: "requested", ...ends(last) }, "approve", "owner", now).ok,
    takeStep({ state: "approved", ...ends(last) }, "hand-over", "owner", now).ok,
  ];
  expect([may("2026-08-29"), may("2026-08-30")]).toEqual([
    [false, false],
    [true, true],
  ]);
});

test("counts requested, approved and lent loans as open", () => {
  expect(loanStates.filter(isOpen)).toEqual(["requested", "approved", "handed-over"]);
});

test("asks the owner to check what the borrower returned with a note or a photo", () => {
  const note = { note: "A leg is loose." };
  expect([isReturnToCheck("borrower", note), isReturnToCheck("borrower", { photo: "a.webp" })]).toEqual([
    true,
    true,
  ]);
  expect([isReturnToCheck("borrower", { note: "" }), isReturnToCheck("owner", note)]).toEqual([false, false]);
});

test("ends a loan once and never starts it again, whatever steps are tried", () => {
  const tries = fc.array(
    fc.tuple(fc.constantFrom(...loanSteps), fc.constantFrom<LoanSide>("owner", "borrower")),
  );
  fc.assert(
    fc.property(tries, days, days, (steps, first, last) => {
      let state: LoanState = "requested";
      const seen: LoanState[] = [state];
      for (const [step, side] of steps) {
        const taken = takeStep({ state, first, last }, step, side, now);
        if (!taken.ok) {
          expect(taken.reason).toMatch(/\.$/);
          continue;
        }
        if (step === "answer") {
          expect(taken.state).toBe(state);
          continue;
        }
        ({ state } = taken);
        seen.push(state);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(loanStates).toContain(state);
    }),
    { seed: 20260830, numRuns: 1_000 },
  );
});

test("rejects invalid, past, reversed, too long or too distant spans", () => {
  expect(refuseDays(week.first, week.last, now)).toBeNull();
  expect(refuseDays("2026-08-30", "2026-08-30", now)).toBeNull();
  for (const [first, last] of [
    ["NaN", "NaN"],
    ["2026-02-30", "2026-09-01"],
    ["2026-09-05", "2026-08-30"],
    ["2026-08-01", "2026-08-02"],
    ["2026-08-30", "2026-12-30"],
    ["0001-01-01", "2026-09-01"],
    ["9999-12-30", "9999-12-31"],
    ["+275760-09", "2026-09-01"],
  ] as const)
    expect([first, last, refuseDays(first, last, now)]).toEqual([first, last, expect.stringMatching(/\.$/)]);
});

test("accepts only spans of whole days near today", () => {
  const written = fc.oneof(days, fc.string(), fc.constantFrom("2026-13-01", "2026-08-32", "", "2026-8-3"));
  fc.assert(
    fc.property(written, written, (first, last) => {
      if (refuseDays(first, last, now) !== null) return;
      expect([isDay(first), isDay(last)]).toEqual([true, true]);
      expect(lengthOf(first, last)).toBeGreaterThanOrEqual(1);
      expect(lengthOf(first, last)).toBeLessThanOrEqual(60);
    }),
    { seed: 20260831, numRuns: 2_000 },
  );
});

test("shows a month in whole weeks from Monday, across years and clock changes", () => {
  const weeks = (month: string) => weeksOf(month, "2026-07-31");
  expect(weeks("2026-08").at(0)?.at(0)).toBe("2026-07-27");
  expect(weeks("2026-08").at(-1)?.at(-1)).toBe("2026-09-06");
  expect(weeks("2027-02")).toHaveLength(4);
  expect(weeks("2026-12").flat()).toContain("2026-12-31");
});

test("starts the current month with this week", () => {
  expect(weeksOf("2026-11", "2026-11-26").map(([monday]) => monday)).toEqual(["2026-11-23", "2026-11-30"]);
  expect(weeksOf("2026-11", "2026-11-30").map(([monday]) => monday)).toEqual(["2026-11-30"]);
});

test.each([
  ["2026-11-23", "2026-11-28", "2026-11-29"], // a Monday
  ["2026-11-27", "2026-11-28", "2026-11-29"],
  ["2026-11-28", "2026-11-28", "2026-11-29"],
  ["2026-11-29", "2026-11-29", "2026-11-29"],
  ["2026-11-30", "2026-12-05", "2026-12-06"],
])("returns the rest of the weekend of %s", (today, first, last) => {
  expect(nearDays(today, []).at(-1)).toEqual({ label: "Weekend", first, last, isTaken: false });
});

test("detects near days that are taken", () => {
  const taken = [{ first: "2026-11-29", last: "2026-12-04" }];
  const found = nearDays("2026-11-28", taken).map(({ label, isTaken }) => [label, isTaken]);
  expect(found).toEqual([
    ["Today", false],
    ["Tomorrow", true],
    ["Weekend", true],
  ]);
});

test("names the month once, or with each day when the months differ", () => {
  expect(daysInWords("2026-11-27", "2026-11-27")).toBe("27 Nov");
  expect(daysInWords("2026-11-01", "2026-11-28")).toBe("1-28 Nov");
  expect(daysInWords("2026-11-30", "2026-12-01")).toBe("30 Nov-1 Dec");
  expect(daysInWords("2026-11-30", "2027-11-30")).toBe("30 Nov-30 Nov");
});
