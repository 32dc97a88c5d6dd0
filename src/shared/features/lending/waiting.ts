import { addDays, type Day, dayOf } from "./days.ts";
import type { LoanSide, LoanState } from "./loan.ts";

interface OpenLoan {
  side: LoanSide;
  state: LoanState;
  last: Day;
  awaitsCheck: boolean;
  /** The side that said that it changed hands, while the other has not. */
  confirmed: { by: LoanSide } | null;
}

/** How many loans wait for this user: a request to answer, a thing to give back by tomorrow, something to check or to confirm. */
export function countWaiting(loans: readonly OpenLoan[], now: Date): number {
  const tomorrow = addDays(dayOf(now), 1);
  return loans.filter(({ side, state, last, awaitsCheck, confirmed }) => {
    if (confirmed !== null) return confirmed.by !== side;
    return side === "owner"
      ? state === "requested" || awaitsCheck
      : state === "handed-over" && last <= tomorrow;
  }).length;
}
