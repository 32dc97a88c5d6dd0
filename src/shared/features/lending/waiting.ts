import { addDays, type Day, dayHere } from "./days.ts";
import { isOverdue, type LoanSide, type LoanState } from "./loan.ts";

interface OpenLoan {
  side: LoanSide;
  state: LoanState;
  first: Day;
  last: Day;
  awaitsCheck: boolean;
  /** The side that confirmed the hand-over while the other has not. */
  confirmed: { by: LoanSide } | null;
}

/**
 * The action a loan needs from this user: an answer, a confirmation, returning the thing by tomorrow, getting an overdue thing back, or
 * checking a returned one.
 */
export type Wait = "answer" | "confirm" | "give-back" | "get-back" | "check";

/** The loans that wait for this user: overdue ones first, then requests by their first day, then the rest by last day. */
export function whatWaits<L extends OpenLoan>(loans: readonly L[], now: Date): { loan: L; wait: Wait }[] {
  const urgency = ({ loan, wait }: { loan: L; wait: Wait }) =>
    isOverdue(loan, now) ? `0 ${loan.last}` : wait === "answer" ? `1 ${loan.first}` : `2 ${loan.last}`;
  return loans
    .flatMap((loan) => {
      const wait = waitOf(loan, now);
      return wait === null ? [] : [{ loan, wait }];
    })
    .toSorted((one, other) => urgency(one).localeCompare(urgency(other)));
}

/** How many loans wait for this user. */
export function countWaiting(loans: readonly OpenLoan[], now: Date): number {
  return whatWaits(loans, now).length;
}

function waitOf(loan: OpenLoan, now: Date): Wait | null {
  const { side, state, last, awaitsCheck, confirmed } = loan;
  if (confirmed !== null) return confirmed.by === side ? null : "confirm";
  if (side === "borrower")
    return state === "handed-over" && last <= addDays(dayHere(now), 1) ? "give-back" : null;
  if (state === "requested") return "answer";
  if (awaitsCheck) return "check";
  return isOverdue(loan, now) ? "get-back" : null;
}
