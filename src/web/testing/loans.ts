import type { Loan } from "#shared/features/lending/contract.ts";

/** A loan request to the user: Kestrel requests the bike kit for 27 and 28 November 2026. */
export function loanWith(more: Partial<Loan> = {}): Loan {
  return {
    id: "loan-1",
    resourceId: "bike-kit",
    title: "Bike kit",
    side: "owner",
    otherName: "Kestrel",
    state: "requested",
    isOverdue: false,
    first: "2026-11-27",
    last: "2026-11-28",
    message: "",
    contact: null,
    answer: "",
    conditionNote: "",
    awaitsCheck: false,
    conditionPhoto: null,
    queuePosition: 1,
    confirmed: null,
    steps: ["approve", "decline"],
    createdAt: "2026-11-26T08:00:00.000Z",
    updatedAt: "2026-11-26T08:00:00.000Z",
    ...more,
  };
}
