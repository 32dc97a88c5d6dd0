import { expect, test } from "vitest";
import type { LoanSide, LoanState } from "./loan.ts";
import { countWaiting, whatWaits } from "./waiting.ts";

const now = new Date("2026-08-30T20:00");
function loan(
  side: LoanSide,
  state: LoanState,
  more: { first?: string; last?: string; awaitsCheck?: true; by?: LoanSide } = {},
) {
  const { first = "2026-08-20", last = "2026-09-05", awaitsCheck = false, by } = more;
  return { side, state, first, last, awaitsCheck, confirmed: by === undefined ? null : { by } };
}

test("counts loans that wait for the user, not for the other side", () => {
  const waiting = [
    loan("owner", "requested"),
    loan("owner", "returned", { awaitsCheck: true }),
    loan("borrower", "handed-over", { last: "2026-08-31" }),
    loan("borrower", "handed-over", { last: "2026-08-20" }),
    loan("borrower", "approved", { by: "owner" }),
    loan("owner", "handed-over", { last: "2026-08-20" }),
  ];
  const others = [
    loan("borrower", "requested"),
    loan("owner", "handed-over", { last: "2026-08-31" }),
    loan("borrower", "handed-over", { last: "2026-09-01" }),
    loan("owner", "approved", { by: "owner" }),
    loan("owner", "returned"),
    loan("owner", "declined"),
  ];
  for (const one of waiting) expect([one, countWaiting([one], now)]).toEqual([one, 1]);
  expect(countWaiting([...waiting, ...others], now)).toBe(6);
});

test("names what each loan waits for, overdue loans first, then requests by first day", () => {
  const loans = [
    loan("owner", "returned", { awaitsCheck: true }),
    loan("borrower", "handed-over", { last: "2026-08-31" }),
    loan("owner", "requested", { first: "2026-09-03" }),
    loan("owner", "requested", { first: "2026-09-01" }),
    loan("borrower", "approved", { by: "owner", last: "2026-08-30" }),
    loan("owner", "handed-over", { last: "2026-08-28" }),
    loan("borrower", "handed-over", { last: "2026-08-27" }),
    loan("borrower", "requested"),
  ];
  expect(whatWaits(loans, now).map((one) => [one.wait, loans.indexOf(one.loan)])).toEqual([
    ["give-back", 6],
    ["get-back", 5],
    ["answer", 3],
    ["answer", 2],
    ["confirm", 4],
    ["give-back", 1],
    ["check", 0],
  ]);
});
