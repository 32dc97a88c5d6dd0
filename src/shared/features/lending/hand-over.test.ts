import { expect, test } from "vitest";
import { believedTime, loanOfTap } from "./hand-over.ts";
import type { LoanState, LoanStep } from "./loan.ts";

const loan = (id: string, state: LoanState, first: string, steps: LoanStep[], resourceId = "drill") => ({
  id,
  resourceId,
  state,
  first,
  steps,
});

test("applies a tap to the loan that is out, or else to the next promised one", () => {
  const loans = [
    loan("asked", "requested", "2026-08-29", ["cancel"]),
    loan("later", "approved", "2026-09-02", ["hand-over", "cancel"]),
    loan("next", "approved", "2026-08-30", ["hand-over", "cancel"]),
    loan("too early", "approved", "2026-08-20", ["cancel"]),
    loan("of a lamp", "handed-over", "2026-08-30", ["return"], "lamp"),
    loan("back", "returned", "2026-08-01", []),
  ];
  expect(loanOfTap(loans, "drill")?.id).toBe("next");
  expect(loanOfTap([...loans, loan("out", "handed-over", "2026-09-01", ["return"])], "drill")?.id).toBe(
    "out",
  );
  expect(loanOfTap(loans, "tent")).toBeNull();
});

test("accepts a phone's time up to 30 days back, but never ahead of the server's", () => {
  const now = new Date("2026-08-30T15:00:00Z");
  expect(believedTime("2026-08-30T12:00:00Z", now)).toEqual(new Date("2026-08-30T12:00:00Z"));
  for (const time of [undefined, "2026-08-30T15:00:01Z", "2019-01-01T00:00:00Z", "nonsense"])
    expect(believedTime(time, now)).toEqual(now);
});
