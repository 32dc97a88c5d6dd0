import type { Loan } from "#shared/features/lending/contract.ts";
import type { HandStep } from "#shared/features/lending/hand-over.ts";
import { daysNearby, lastDayInWords } from "#shared/features/lending/in-words.ts";
import type { Day } from "#shared/features/lending/days.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";
import type { Wait } from "#shared/features/lending/waiting.ts";

const stepLabels: Record<LoanStep, string> = {
  approve: "Lend it",
  decline: "Decline",
  cancel: "Cancel",
  "hand-over": "Handed over",
  return: "It’s back",
  check: "It’s all right",
  answer: "Say where and when",
};

/** The label of the button for a step, from the perspective of the side that performs it. */
export function stepLabel(step: LoanStep, side: Loan["side"]): string {
  return step === "return" && side === "borrower" ? "I’ve returned it" : stepLabels[step];
}

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

/** The question that a side is asked when the thing changes hands. */
export function handQuestion(loan: Pick<Loan, "title" | "side" | "otherName">, step: HandStep): string {
  const { title, side, otherName } = loan;
  if (step === "hand-over")
    return side === "owner" ? `Did ${otherName} get ${title}?` : `Did you get ${title}?`;
  return side === "owner" ? `Is ${title} back?` : `Did you bring ${title} back?`;
}

/** The side that has confirmed the exchange and the side that has not; null before the first confirmation. */
export function confirmationWords({ side, otherName, confirmed }: Loan): string | null {
  if (confirmed === null) return null;
  if (confirmed.by === side) return `You’ve confirmed it. ${otherName} still has to.`;
  return confirmed.step === "return"
    ? `${otherName} says it’s back. Please confirm.`
    : `${otherName} says it changed hands. Please confirm.`;
}

/** Explains the state and the next step to the user. */
export function nextWords(loan: Loan): string | null {
  const { side, state, isOverdue, otherName, queuePosition } = loan;
  const words = confirmationWords(loan);
  if (words !== null) return words;
  if (isOverdue)
    return side === "borrower" ? "It should be back by now." : `${otherName} should have brought it back.`;
  if (loan.isArchived === true && (state === "requested" || state === "approved"))
    return `${side === "owner" ? "You have" : `${otherName} has`} taken it out of the library, so it can’t be lent now.`;
  const stillOut = loan.isStillOut === true ? "It’s still out with someone else, who is late. " : "";
  switch (state) {
    case "requested":
      if (side === "owner")
        return queuePosition === 1
          ? stillOut || null
          : `${stillOut}Number ${queuePosition} in the queue for these days.`;
      return queuePosition === 1
        ? `${stillOut}${otherName} has not answered yet. You are first in the queue.`
        : `${stillOut}You are number ${queuePosition} in the queue for these days.`;
    case "approved":
      return `${stillOut}When it changes hands, one of you taps it here.`;
    case "handed-over":
      return side === "borrower" ? "Tap when you’ve returned it." : "Tap when it’s back.";
    case "declined":
    case "cancelled":
    case "expired":
      return null;
    case "returned":
      if (!loan.awaitsCheck) return null;
      return side === "owner"
        ? "Is it all right? The next in line hears it’s free once you confirm."
        : `${otherName} hasn’t checked it yet.`;
  }
}

/** The pending step of a loan in one line; for a request that was just answered, its consequence. */
export function waitWords(loan: Loan, wait: Wait, today: Day): string {
  const { title, otherName, state, first, last } = loan;
  const days = daysNearby(first, last, today);
  const due = daysNearby(last, last, today);
  switch (wait) {
    case "answer":
      if (state === "declined") return `You said no to ${otherName}.`;
      return state === "approved"
        ? `You’re lending ${title} to ${otherName}, ${days}`
        : `${otherName} wants ${title}, ${days}${loan.isArchived === true ? ", which you took out of the library" : loan.isStillOut === true ? ", but it’s overdue with someone else" : ""}`;
    case "confirm":
      return `${title}: ${confirmationWords(loan)}`;
    case "give-back":
      return last < today
        ? `Bring ${title} back to ${otherName}: it was due on ${due}`
        : `Bring ${title} back to ${otherName} by ${lastDayInWords(last, today)}`;
    case "get-back":
      return `${title} was due back from ${otherName} on ${due}`;
    case "check":
      return `${otherName} brought ${title} back. Is it all right?`;
  }
}
