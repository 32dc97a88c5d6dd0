import { addDays, type Day, earliestToday } from "./days.ts";

/** In characters: the two sides' messages, and a user's contact details. */
export const MAX_LOAN_MESSAGE = 500;
export const MAX_LOAN_CONTACT = 200;

export const loanStates = [
  "requested",
  "approved",
  "declined",
  "cancelled",
  /** Its last day passed before the hand-over. */
  "expired",
  "handed-over",
  "returned",
] as const;
export type LoanState = (typeof loanStates)[number];

export const loanSteps = [
  "approve",
  "decline",
  "hand-over",
  "return",
  "check",
  /** The owner replies where and when to pick it up, after approving. */
  "answer",
  "cancel",
] as const;
export type LoanStep = (typeof loanSteps)[number];

/** The two sides of a loan. */
export type LoanSide = "owner" | "borrower";

export interface LoanDays {
  state: LoanState;
  first: Day;
  last: Day;
  /** It was returned with a note or a photo, and its owner has not confirmed that it is fine. */
  awaitsCheck?: boolean;
}

/** Allowed loan transitions: state, step, actor and resulting state. */
const steps: Record<LoanState, Partial<Record<LoanStep, { by: readonly LoanSide[]; to: LoanState }>>> = {
  requested: {
    approve: { by: ["owner"], to: "approved" },
    decline: { by: ["owner"], to: "declined" },
    cancel: { by: ["borrower"], to: "cancelled" },
  },
  approved: {
    "hand-over": { by: ["owner", "borrower"], to: "handed-over" },
    answer: { by: ["owner"], to: "approved" },
    cancel: { by: ["owner", "borrower"], to: "cancelled" },
  },
  "handed-over": { return: { by: ["owner", "borrower"], to: "returned" } },
  declined: {},
  cancelled: {},
  expired: {},
  returned: { check: { by: ["owner"], to: "returned" } },
};

type Outcome = { ok: true; state: LoanState } | { ok: false; reason: string };

/** The resulting state of a step, or the reason why it cannot be taken now, as a sentence. */
export function takeStep(loan: LoanDays, step: LoanStep, side: LoanSide, now: Date): Outcome {
  const way = steps[loan.state][step];
  if (way === undefined || (step === "check" && loan.awaitsCheck !== true))
    return { ok: false, reason: refusals[loan.state] };
  if (!way.by.includes(side))
    return { ok: false, reason: `Only the ${side === "owner" ? "borrower" : "owner"} can do that.` };
  if ((step === "approve" || step === "hand-over") && loan.last < earliestToday(now))
    return { ok: false, reason: "Those days are over. Please ask again for later ones." };
  // Items are often picked up the evening before.
  if (step === "hand-over" && earliestToday(now) < addDays(loan.first, -2))
    return { ok: false, reason: "It is too early to hand it over: its first day is still ahead." };
  return { ok: true, state: way.to };
}

/** The steps a side can take now, in the order of the buttons. */
export function stepsOf(loan: LoanDays, side: LoanSide, now: Date): LoanStep[] {
  return loanSteps.filter((step) => takeStep(loan, step, side, now).ok);
}

/** Whether the item should have been returned by now. */
export function isOverdue(loan: LoanDays, now: Date): boolean {
  return loan.state === "handed-over" && loan.last < earliestToday(now);
}

/** Whether a return needs the owner's check: the borrower returned it with a note or a photo. */
export function isReturnToCheck(
  side: LoanSide,
  input: { note?: string | undefined; photo?: string | undefined },
): boolean {
  return side === "borrower" && ((input.note ?? "") !== "" || input.photo !== undefined);
}

/** Whether the two sides have agreed. From then on the borrower sees how to reach the owner. */
export function isAgreed(state: LoanState): boolean {
  return state === "approved" || state === "handed-over";
}

/** Whether the loan has not ended yet. */
export function isOpen(state: LoanState): boolean {
  return state === "requested" || isAgreed(state);
}

const refusals: Record<LoanState, string> = {
  requested: "This is still only asked for.",
  approved: "This was agreed to already.",
  declined: "This was declined.",
  cancelled: "This was cancelled.",
  expired: "Those days are over. Please ask again for later ones.",
  "handed-over": "This was handed over already.",
  returned: "This is back already.",
};
