import { expect, test } from "vitest";
import type { LoanSide, LoanState } from "./loan.ts";
import { countWaiting } from "./waiting.ts";

const now = new Date("2026-08-30T15:00:00Z");
function loan(
  side: LoanSide,
  state: LoanState,
  more: { last?: string; awaitsCheck?: true; by?: LoanSide } = {},
) {
  const { last = "2026-09-05", awaitsCheck = false, by } = more;
  return { side, state, last, awaitsCheck, confirmed: by === undefined ? null : { by } };
}

test("what waits for the user is counted, and what waits for the other side is not", () => {
  const waiting = [
    loan("owner", "requested"),
    loan("owner", "returned", { awaitsCheck: true }),
    loan("borrower", "handed-over", { last: "2026-08-31" }),
    loan("borrower", "handed-over", { last: "2026-08-20" }),
    loan("borrower", "approved", { by: "owner" }),
  ];
  const others = [
    loan("borrower", "requested"),
    loan("owner", "handed-over", { last: "2026-08-20" }),
    loan("borrower", "handed-over", { last: "2026-09-01" }),
    loan("owner", "approved", { by: "owner" }),
    loan("owner", "returned"),
    loan("owner", "declined"),
  ];
  for (const one of waiting) expect([one, countWaiting([one], now)]).toEqual([one, 1]);
  expect(countWaiting([...waiting, ...others], now)).toBe(5);
});
