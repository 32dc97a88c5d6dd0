import type { Loan } from "#shared/features/lending/contract.ts";
import type { HandStep } from "#shared/features/lending/hand-over.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";

export const stepLabels: Record<LoanStep, string> = {
  approve: "Lend it",
  decline: "Decline",
  cancel: "Cancel",
  "hand-over": "Handed over",
  return: "It is back",
  check: "It's all right",
};

const states: Record<Loan["state"], string> = {
  requested: "Asked for",
  approved: "Agreed",
  declined: "Declined",
  cancelled: "Cancelled",
  expired: "Days are over",
  "handed-over": "Out",
  returned: "Back",
};

export function stateLabel({ state, isOverdue }: Pick<Loan, "state" | "isOverdue">): string {
  return isOverdue ? "Overdue" : states[state];
}

/** What a side is asked when the thing changes hands. */
export function handQuestion(loan: Pick<Loan, "title" | "side" | "otherName">, step: HandStep): string {
  const { title, side, otherName } = loan;
  if (step === "hand-over")
    return side === "owner" ? `Did ${otherName} get ${title}?` : `Did you get ${title}?`;
  return side === "owner" ? `Is ${title} back?` : `Did you bring ${title} back?`;
}

/** Who of the two has said that it changed hands, and who has still to; null while nobody has. */
export function saidWords({ side, otherName, confirmed }: Loan): string | null {
  if (confirmed === null) return null;
  if (confirmed.by === side) return `You said so. It counts once ${otherName} has said so, too.`;
  return confirmed.step === "return"
    ? `${otherName} says that it is back. Say so, too.`
    : `${otherName} says that it was handed over. Say so, too.`;
}

/** What the state means for who reads it, and what comes next. */
export function nextWords(loan: Loan): string | null {
  const { side, state, isOverdue, otherName, queuePosition } = loan;
  const said = saidWords(loan);
  if (said !== null) return said;
  if (isOverdue)
    return side === "borrower" ? "It should be back by now." : `${otherName} should have brought it back.`;
  switch (state) {
    case "requested":
      if (side === "owner")
        return queuePosition === 1 ? null : `Number ${queuePosition} in the queue for these days.`;
      return queuePosition === 1
        ? `${otherName} has not answered yet. You are first in the queue.`
        : `You are number ${queuePosition} in the queue for these days.`;
    case "approved":
      return "When it changes hands, one of you says so here.";
    case "handed-over":
      return side === "borrower" ? "Say here when you have brought it back." : "Say here when it is back.";
    case "declined":
    case "cancelled":
    case "expired":
      return null;
    case "returned":
      if (!loan.awaitsCheck) return null;
      return side === "owner"
        ? "Is it all right? The next in line hears that it is free once you say so."
        : `${otherName} has not looked at it yet.`;
  }
}
