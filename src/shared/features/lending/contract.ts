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
  /** The name of the other side. */
  otherName: z.string(),
  state: z.enum(loanStates),
  isOverdue: z.boolean(),
  first: day,
  last: day,
  /** What the borrower wrote. */
  message: z.string(),
  /** How the other side is reached; null until that side agreed to say it. */
  contact: z.nullable(z.string()),
  /** What the owner wrote when answering. */
  answer: z.string(),
  /** How it came back. */
  conditionNote: z.string(),
  /** It came back with words or a photo, and the owner has not said yet that it is all right. */
  awaitsCheck: z.boolean(),
  conditionPhoto: z.nullable(z.object({ path: photoPath, url: z.string(), thumbUrl: z.string() })),
  /** The request's place among those for some of the same days, 1 is first; null when nothing is asked for any more. */
  queuePosition: z.nullable(z.number()),
  /** One side has said that it changed hands, and the other has not; null when nobody has, or both. */
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
    /** Made by the client, so that a retry makes no second request. */
    id: z.optional(id),
    resourceId: id,
    first: day,
    last: day,
    message: z.optional(text(MAX_LOAN_MESSAGE)),
    /** How the owner reaches the borrower; only the owner sees it. */
    contact: z.optional(text(MAX_LOAN_CONTACT)),
  }),
  response: loan,
});

export const stepLoan = defineEndpoint({
  id: "lending.step",
  method: "POST",
  path: "/api/loans/:loanId/steps",
  summary: "Approve, decline, cancel, hand over, return, or say that what came back is all right.",
  params: z.strictObject({ loanId: id }),
  body: z.strictObject({
    step: z.enum(loanSteps),
    /** With approve and decline: an answer. With return: how it came back. */
    note: z.optional(text(MAX_LOAN_MESSAGE)),
    /** With return: how it looks. */
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
    /** `no` takes back what was said: it has not changed hands. Default yes. */
    answer: z.optional(z.enum(["yes", "no"])),
    /** Of the thing's tag; the first to say so has to show it. */
    code: z.optional(tagCode),
    /** Where, in words, as the history of the thing will say it. */
    place: z.optional(text(MAX_HAND_OVER_PLACE)),
    /** When, by the phone, which may have waited for a signal. */
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
    /** How many requests wait for an answer. */
    waiting: z.number(),
  }),
});
export type Calendar = z.infer<typeof getCalendar.response>;
