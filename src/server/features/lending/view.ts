import type { Loan } from "#shared/features/lending/contract.ts";
import { earliestToday } from "#shared/features/lending/days.ts";
import { isAgreed, isOverdue, type LoanSide, stepsOf } from "#shared/features/lending/loan.ts";
import type { LoanRecord } from "./repository.ts";
import { mayTake } from "./service.ts";

type PhotoView = (path: string) => { path: string; url: string; thumbUrl: string };

/** A loan as one of its sides may see it. @param photoView makes the signed links of a stored photo */
export function loanView(record: LoanRecord, side: LoanSide, now: Date, photoView: PhotoView): Loan {
  return {
    id: record.id,
    resourceId: record.resourceId,
    title: record.title,
    side,
    otherName: side === "owner" ? record.borrowerName : record.ownerName,
    state: record.state,
    isOverdue: isOverdue(record, now),
    first: record.first,
    last: record.last,
    message: record.message,
    contact: contactFor(record, side),
    answer: record.answer,
    conditionNote: record.conditionNote,
    awaitsCheck: record.awaitsCheck,
    conditionPhoto: record.conditionPhoto === null ? null : photoView(record.conditionPhoto),
    queuePosition: record.queuePosition,
    isArchived: record.status === "archived",
    isStillOut: record.outUntil !== null && record.outUntil < earliestToday(now),
    confirmed: confirmedIn(record),
    steps: stepsOf(record, side, now).filter((step) => mayTake(record, step)),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

function confirmedIn({ saidStep, saidBy, saidAt, saidPlace }: LoanRecord): Loan["confirmed"] {
  if (saidStep === null || saidBy === null || saidAt === null) return null;
  return { step: saidStep, by: saidBy, at: saidAt.toISOString(), place: saidPlace };
}

/** The borrower's contact is for the owner. The owner's is visible once they have agreed. */
function contactFor({ state, contact, email, phone }: LoanRecord, side: LoanSide): string | null {
  if (side === "owner") return contact === "" ? null : contact;
  if (!isAgreed(state)) return null;
  const known = [email, phone].filter((part) => part !== null && part !== "");
  return known.length === 0 ? null : known.join(", ");
}
