import type { Kysely } from "kysely";
import {
  confirmLoan,
  getCalendar,
  listLoans,
  type Loan,
  requestLoan,
  stepLoan,
} from "#shared/features/lending/contract.ts";
import { takenDays } from "#shared/features/lending/availability.ts";
import { type Day, earliestToday } from "#shared/features/lending/days.ts";
import { dayOf } from "#shared/day.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { type FindTag, confirmHandover } from "./confirm.ts";
import { countRequests, findLoan, listLoansOf, type LoanRecord } from "./repository.ts";
import { askForLoan, mayTake, sideOf, stepOnLoan } from "./service.ts";
import { photoView } from "#server/features/photos/signed-link.ts";
import { findResourceRecord } from "#server/features/resources/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { prove } from "#server/http/authorized.ts";
import { fromPhoneTime } from "#server/http/request/input.ts";
import { type Route, route } from "#server/http/route.ts";
import { isAgreed, isOverdue, type LoanSide, stepsOf } from "#shared/features/lending/loan.ts";

/** A loan is visible only to its two sides; other users get the response for a missing one. */
const onlyOwner = { allow: ["owner"], denied: "not-found" } as const;

/** @param findTag reads the code of a thing's tag, which proves that the user holds the thing */
export function lendingRoutes(findTag: FindTag): Route[] {
  return [
    route(listLoans, { who: "user" }, async ({ actor, query, db, deps }) => {
      const records = await listLoansOf(db, actor.userId, query.resourceId);
      return { loans: records.map((record) => view(deps, record, actor.userId)) };
    }),
    route(requestLoan, { who: "user" }, async ({ actor, body, db, deps }) =>
      view(deps, await askForLoan(db, actor, body, new Date()), actor.userId),
    ),
    route(stepLoan, { who: "user", object: onlyOwner }, async ({ actor, params, body, db, deps }) => {
      const loan = await ownLoan(db, actor, params.loanId);
      return view(deps, await stepOnLoan(db, actor, loan, body, festivalDay(deps)), actor.userId);
    }),
    route(
      confirmLoan,
      { who: "user", object: onlyOwner },
      async ({ actor, params, body, db, deps, request }) => {
        const loan = await ownLoan(db, actor, params.loanId);
        const confirmation = { ...body, at: fromPhoneTime(request.headers, body.at) };
        return view(deps, await confirmHandover(db, actor, loan, confirmation, findTag), actor.userId);
      },
    ),
    route(getCalendar, { who: "public" }, async ({ actor, params, db, deps }) => {
      const resource = await findResourceRecord(db, params.resourceId);
      if (resource === null || (resource.status !== "active" && resource.createdBy !== actor?.userId))
        throw notFound("This resource");
      return {
        availability: resource.availability,
        taken: takenDays(resource.loans, festivalDay(deps)),
        waiting: await countRequests(db, resource.id, earliestToday(new Date())),
      };
    }),
  ];
}

function festivalDay({ config }: Deps): Day {
  return dayOf(new Date(), config.dailyZone);
}

async function ownLoan(db: Kysely<Schema>, actor: Actor, loanId: string) {
  const loan = await findLoan(db, loanId);
  if (loan === null) throw notFound("This request");
  return prove(loan, sideOf(loan, actor.userId) === null ? "stranger" : "owner", onlyOwner);
}

/** A loan as one of its sides may see it. */
function view(deps: Deps, record: LoanRecord, userId: string): Loan {
  const side = sideOf(record, userId) ?? "borrower";
  const now = new Date();
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
    conditionPhoto: record.conditionPhoto === null ? null : photoView(deps, record.conditionPhoto),
    queuePosition: record.queuePosition,
    isArchived: record.status === "archived",
    isStillOut: record.outUntil !== null && record.outUntil < earliestToday(now),
    confirmed: confirmedIn(record),
    steps: stepsOf(record, side, now).filter((step) => mayTake(record, step)),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

function confirmedIn({
  confirmedStep,
  confirmedBy,
  confirmedAt,
  confirmedPlace,
}: LoanRecord): Loan["confirmed"] {
  if (confirmedStep === null || confirmedBy === null || confirmedAt === null) return null;
  return { step: confirmedStep, by: confirmedBy, at: confirmedAt.toISOString(), place: confirmedPlace };
}

/** The borrower's contact is for the owner. The owner's is visible after they have agreed. */
function contactFor({ state, contact, email, phone }: LoanRecord, side: LoanSide): string | null {
  if (side === "owner") return contact === "" ? null : contact;
  if (!isAgreed(state)) return null;
  const known = [email, phone].filter((part) => part !== null && part !== "");
  return known.length === 0 ? null : known.join(", ");
}
