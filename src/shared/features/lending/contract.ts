import * as z from "zod/mini";
import { isDay } from "./days.ts";
import { handSteps, MAX_HAND_OVER_PLACE } from "./hand-over.ts";
import { loanStates, loanSteps, MAX_LOAN_CONTACT, MAX_LOAN_MESSAGE } from "./loan.ts";
import { tagCode } from "#shared/features/nfc/contract.ts";
import { photoPath } from "#shared/features/photos/contract.ts";
import { availabilities } from "#shared/features/resources/contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant, text } from "#shared/http/fields.ts";

const day = z.string().check(z.refine(isDay, "That is not a day of the calendar."));

/** A loan as one of its two sides sees it. */
export const loan = z.object({
  id,
  resourceId: id,
  title: z.string(),
  side: z.enum(["owner", "borrower"]),
  /** Name of the other side. */
  otherName: z.string(),
  state: z.enum(loanStates),
  isOverdue: z.boolean(),
  first: day,
  last: day,
  /** The borrower's message. */
  message: z.string(),
  /** How to reach the other side; null until that side has agreed to share it. */
  contact: z.nullable(z.string()),
  /** The owner's reply. */
  answer: z.string(),
  /** The condition at its return. */
  conditionNote: z.string(),
  /** It was returned with a note or a photo, and the owner has not yet confirmed that it is fine. */
  awaitsCheck: z.boolean(),
  conditionPhoto: z.nullable(z.object({ path: photoPath, url: z.string(), thumbUrl: z.string() })),
  /** Position of the request among those for some of the same days, starting at 1; null when it is no longer pending. */
  queuePosition: z.nullable(z.number()),
  /** Its owner has removed the thing from the library. Missing in copies of an earlier version. */
  isArchived: z.optional(z.boolean()),
  /**
   * Before the hand-over: another borrower still has the thing past the last day of their loan. Missing in copies of an earlier version.
   */
  isStillOut: z.optional(z.boolean()),
  /** One side has confirmed that the item changed hands and the other has not; null when neither or both have. */
  confirmed: z.nullable(
    z.object({
      step: z.enum(handSteps),
      by: z.enum(["owner", "borrower"]),
      at: instant,
      place: z.nullable(z.string()),
    }),
  ),
  /** Steps this side can take now. */
  steps: z.array(z.enum(loanSteps)),
  createdAt: instant,
  updatedAt: instant,
});
export type Loan = z.infer<typeof loan>;

export const listLoans = defineEndpoint({
  id: "lending.list",
  method: "GET",
  path: "/api/loans",
  summary: "What the caller borrows and what is borrowed from them: what is open first, then the newest.",
  query: z.strictObject({ resourceId: z.optional(id) }),
  response: z.object({ loans: z.array(loan) }),
});

export const requestLoan = defineEndpoint({
  id: "lending.request",
  method: "POST",
  path: "/api/loans",
  summary: "Ask the owner of a resource for it, from a first to a last day.",
  body: z.strictObject({
    /** Created by the client, so that a retry does not create a second request. */
    id: z.optional(id),
    resourceId: id,
    first: day,
    last: day,
    message: z.optional(text(MAX_LOAN_MESSAGE)),
    /** How the owner can reach the borrower; only the owner sees it. */
    contact: z.optional(text(MAX_LOAN_CONTACT)),
  }),
  response: loan,
});

export const stepLoan = defineEndpoint({
  id: "lending.step",
  method: "POST",
  path: "/api/loans/:loanId/steps",
  summary:
    "Approve, decline, cancel, hand over, return, say where and when, or that what came back is all right.",
  params: z.strictObject({ loanId: id }),
  body: z.strictObject({
    step: z.enum(loanSteps),
    /** With approve, decline and answer: the owner's reply. With return: the condition of the thing. */
    note: z.optional(text(MAX_LOAN_MESSAGE)),
    /** With return: a photo of its condition. */
    photo: z.optional(photoPath),
  }),
  response: loan,
});

export const confirmLoan = defineEndpoint({
  id: "lending.confirm",
  method: "POST",
  path: "/api/loans/:loanId/confirmations",
  summary: "Say after a tap on a thing that it changed hands. Once both sides have, the loan moves on.",
  params: z.strictObject({ loanId: id }),
  body: z.strictObject({
    step: z.enum(handSteps),
    /** `no` withdraws a confirmation: the item has not changed hands. Default yes. */
    answer: z.optional(z.enum(["yes", "no"])),
    /** Code of the item's tag. The first side to confirm must send it. */
    code: z.optional(tagCode),
    /** The place in words, for the item's history. */
    place: z.optional(text(MAX_HAND_OVER_PLACE)),
    /** The phone's time, since the call may have waited for a signal. */
    at: z.optional(instant),
  }),
  response: loan,
});

export const getCalendar = defineEndpoint({
  id: "lending.calendar",
  method: "GET",
  path: "/api/listings/:resourceId/calendar",
  summary: "The days on which a resource is taken, never by whom.",
  params: z.strictObject({ resourceId: id }),
  response: z.object({
    availability: z.enum(availabilities),
    taken: z.array(z.object({ first: day, last: day, isOut: z.boolean() })),
    /** Number of requests waiting for an answer. */
    waiting: z.number(),
  }),
});
export type Calendar = z.infer<typeof getCalendar.response>;
