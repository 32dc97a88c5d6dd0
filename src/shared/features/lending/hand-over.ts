import type { LoanSide, LoanState, LoanStep } from "./loan.ts";

/** Characters of where a thing changed hands, in words. */
export const MAX_HAND_OVER_PLACE = 120;
/** The steps at which a thing changes hands, and which both sides can say by its tag. */
export const handSteps = ["hand-over", "return"] as const satisfies readonly LoanStep[];
export type HandStep = (typeof handSteps)[number];

/** Longest time an outbox is believed to have waited for a signal, in milliseconds: longer than any festival. */
const OLDEST_MS = 30 * 86_400_000;

/** What a tap on a lent thing is about in this state; null when nothing is to change hands. */
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

/** Whether a step that is said again has happened already. */
export function isDone(state: LoanState, step: HandStep): boolean {
  return state === "returned" || (state === "handed-over" && step === "hand-over");
}

interface Tappable {
  resourceId: string;
  state: LoanState;
  first: string;
  steps: readonly LoanStep[];
}

/** The loan a tap on a thing is about: what is out comes back first, else what is promised for the next days. */
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

/** When it changed hands by the phone of who says so. A clock that runs ahead, or stands years back, is not believed. */
export function believedTime(given: string | undefined, now: Date): Date {
  const at = given === undefined ? now : new Date(given);
  const age = now.getTime() - at.getTime();
  return age >= 0 && age <= OLDEST_MS ? at : now;
}

/** The other side of a loan. */
export function otherSide(side: LoanSide): LoanSide {
  return side === "owner" ? "borrower" : "owner";
}
