import type { LoanSide, LoanState, LoanStep } from "./loan.ts";

/** Longest description of the place of a hand-over, in characters. */
export const MAX_HAND_OVER_PLACE = 120;
/** The steps at which an item changes hands. Both sides can confirm them with its tag. */
export const handSteps = ["hand-over", "return"] as const satisfies readonly LoanStep[];
export type HandStep = (typeof handSteps)[number];

/** How long a queued confirmation may plausibly have waited for a signal, in milliseconds: longer than any festival. */
const OLDEST_MS = 30 * 86_400_000;

/** The step a tap on a lent item confirms in this state; null when no hand-over is due. */
export function dueStep(state: LoanState): HandStep | null {
  switch (state) {
    case "approved":
      return "hand-over";
    case "handed-over":
      return "return";
    case "requested":
    case "declined":
    case "cancelled":
    case "expired":
    case "returned":
      return null;
  }
}

/** Whether a repeated step has already happened. */
export function isDone(state: LoanState, step: HandStep): boolean {
  return state === "returned" || (state === "handed-over" && step === "hand-over");
}

interface Tappable {
  resourceId: string;
  state: LoanState;
  first: string;
  steps: readonly LoanStep[];
}

/** The loan a tap on an item applies to: one that is out, or else the promised one with the earliest first day. */
export function loanOfTap<L extends Tappable>(loans: readonly L[], resourceId: string): L | null {
  const due = loans.filter((loan) => {
    const step = dueStep(loan.state);
    return loan.resourceId === resourceId && step !== null && loan.steps.includes(step);
  });
  const isOut = ({ state }: L) => (state === "handed-over" ? 0 : 1);
  return (
    due.toSorted((one, other) => isOut(one) - isOut(other) || (one.first < other.first ? -1 : 1))[0] ?? null
  );
}

/** When the item changed hands, by the confirming phone's clock. A time in the future or more than 30 days back is replaced by now. */
export function believedTime(phoneTime: string | undefined, now: Date): Date {
  const at = phoneTime === undefined ? now : new Date(phoneTime);
  const age = now.getTime() - at.getTime();
  return age >= 0 && age <= OLDEST_MS ? at : now;
}

/** The other side of a loan. */
export function otherSide(side: LoanSide): LoanSide {
  return side === "owner" ? "borrower" : "owner";
}
