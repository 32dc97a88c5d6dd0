import type { Kysely } from "kysely";
import type { requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { isFreeOn, takenDays } from "#shared/features/lending/availability.ts";
import { refuseDays } from "#shared/features/lending/calendar-days.ts";
import { daysInWords } from "#shared/features/lending/in-words.ts";
import { type Day, dayOf, earliestToday, isTaken } from "#shared/features/lending/days.ts";
import { otherSide } from "#shared/features/lending/hand-over.ts";
import {
  isReturnToCheck,
  type LoanSide,
  type LoanState,
  type LoanStep,
  takeStep,
} from "#shared/features/lending/loan.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import {
  changeLoan,
  clearConfirmations,
  countOpen,
  findLoan,
  insertLoan,
  listOpenLoans,
  type LoanRecord,
  lockResource,
} from "./repository.ts";
import { notify } from "#server/features/notifications/notify.ts";
import { claimPhotos } from "#server/features/photos/repository.ts";
import { recordHistory } from "#server/features/resources/history-repository.ts";
import { findResourceRecord } from "#server/features/resources/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import type { Authorized } from "#server/http/authorized.ts";

/** Maximum open requests and loans of a person. */
const MOST_OPEN = 50;
const kind = "borrowing";

export function sideOf(loan: LoanRecord, userId: string): LoanSide | null {
  if (loan.ownerId === userId) return "owner";
  return loan.borrowerId === userId ? "borrower" : null;
}

/**
 * Requests to borrow a resource from its owner. The client's id prevents duplicates on a retry.
 * @throws AppError `not-found`, `invalid-input` (days, or the user's own thing), `already-taken` (days, too many open requests)
 */
export async function askForLoan(
  db: Kysely<Schema>,
  actor: Actor,
  request: BodyOf<typeof requestLoan>,
  now: Date,
): Promise<LoanRecord> {
  const resource = await findResourceRecord(db, request.resourceId);
  if (resource === null || resource.status !== "active") throw notFound("This resource");
  const id = request.id ?? newId();
  const known = await findLoan(db, id);
  if (known !== null) return ownOrRefuse(known, actor);
  const refusal = refuseDays(request.first, request.last, now);
  if (refusal !== null) throw new AppError("invalid-input", refusal);
  if (resource.createdBy === actor.userId) throw new AppError("invalid-input", "This is yours already.");
  if (resource.availability === "unavailable")
    throw new AppError("already-taken", "You can’t borrow this now. Its owner has taken it out for a while.");
  const loan = {
    id,
    resourceId: resource.id,
    borrowerId: actor.userId,
    borrowerName: actor.pseudonym,
    first: request.first,
    last: request.last,
    message: request.message?.trim() ?? "",
    contact: request.contact?.trim() ?? "",
  };
  await lockResource(db, resource.id);
  const open = await countOpen(db, loan);
  if (open.meeting > 0) throw new AppError("already-taken", "You have already asked for some of these days.");
  if (open.all >= MOST_OPEN)
    throw new AppError("already-taken", `You have ${MOST_OPEN} open requests. Please cancel some first.`);
  await insertLoan(db, loan);
  const days = daysInWords(loan.first, loan.last);
  await notify(db, {
    userId: resource.createdBy,
    kind,
    text: `${actor.pseudonym} asks to borrow ${resource.title}, ${days}.`,
    link: `/borrowing?show=${id}`,
  });
  return ownOrRefuse(await findLoan(db, id), actor);
}

/**
 * Moves a loan on, notifies the other side, and writes the resource's history.
 * @param today the day at the festival: a thing that is out is taken today, however long ago its last day was
 * @throws AppError `not-found`, `already-taken` (another state, or the days are taken), `invalid-input` or `forbidden` (photo)
 */
export async function stepOnLoan(
  db: Kysely<Schema>,
  actor: Actor,
  loan: Authorized<LoanRecord, "owner">,
  input: BodyOf<typeof stepLoan>,
  today: Day,
): Promise<LoanRecord> {
  await lockResource(db, loan.resourceId);
  const current = await findLoan(db, loan.id);
  const side = current === null ? null : sideOf(current, actor.userId);
  if (current === null || side === null) throw notFound("This request");
  const taken = takeStep(current, input.step, side, new Date());
  if (!taken.ok) throw new AppError("already-taken", taken.reason);
  if (input.step === "check") return await acceptReturn(db, current);
  assertInLibrary(current, input.step);
  if (input.step === "approve") await assertNotOut(db, current, today);
  const note = input.note?.trim();
  const isReturn = input.step === "return";
  const awaitsCheck = isReturn && isReturnToCheck(side, { note, photo: input.photo });
  if (input.photo !== undefined) {
    if (!isReturn) throw new AppError("invalid-input", "A photo goes with a return only.");
    await claimPhotos(db, actor, [input.photo], { purpose: "entry", usedBy: `loan:${loan.id}` });
  }
  if (input.step === "answer") return await addAnswer(db, current, note ?? "");
  await moveOn(db, loan.id, {
    state: taken.state,
    ...(isReturn ? { conditionNote: note, conditionPhoto: input.photo, awaitsCheck } : { answer: note }),
  });
  await notifyOthers(
    db,
    awaitsCheck ? { ...current, conditionNote: note ?? "", awaitsCheck } : current,
    side,
    taken.state,
  );
  const changed = await findLoan(db, loan.id);
  if (changed === null) throw notFound("This request");
  return changed;
}

/** A thing outside the library is neither promised nor handed over. */
export function mayTake({ status }: LoanRecord, step: LoanStep): boolean {
  return status === "active" || (step !== "approve" && step !== "hand-over");
}

/** @throws AppError `already-taken` */
export function assertInLibrary(loan: LoanRecord, step: LoanStep): void {
  if (mayTake(loan, step)) return;
  throw new AppError(
    "already-taken",
    "It was taken out of the library. Its owner can put it back there first.",
  );
}

/** An overdue thing cannot be promised for today. Its other days are compared by the database. @throws AppError `already-taken` */
async function assertNotOut(db: Kysely<Schema>, { resourceId, first, last }: LoanRecord, today: Day) {
  const out = (await listOpenLoans(db, resourceId)).flatMap((loan) =>
    loan.state === "handed-over" ? { ...loan, state: loan.state } : [],
  );
  const [holder] = out;
  if (holder === undefined || !isTaken(takenDays(out, today), first, last)) return;
  throw new AppError(
    "already-taken",
    holder.last < today
      ? `${holder.borrowerName} still has it, so it cannot be promised for today. Mark that loan as returned first.`
      : "Some of these days are already promised to someone else.",
  );
}

/** The owner has checked the returned thing, so it is free for the next in line. */
async function acceptReturn(db: Kysely<Schema>, loan: LoanRecord): Promise<LoanRecord> {
  await changeLoan(db, loan.id, { state: "returned", awaitsCheck: false });
  await notify(db, {
    userId: loan.borrowerId,
    kind,
    text: `${loan.ownerName} says ${loan.title} is all right.`,
    link: `/borrowing?show=${loan.id}`,
  });
  await notifyFirstInQueue(db, loan.resourceId);
  return { ...loan, awaitsCheck: false };
}

/** Stores the owner's place and time after they have agreed. Does not delete a confirmation by a tap. */
async function addAnswer(db: Kysely<Schema>, loan: LoanRecord, answer: string): Promise<LoanRecord> {
  if (answer === "") throw new AppError("invalid-input", "Please say where and when.");
  await changeLoan(db, loan.id, { state: loan.state, answer });
  await notify(db, {
    userId: loan.borrowerId,
    kind,
    text: `${loan.ownerName} about ${loan.title}: “${answer}”`,
    link: `/borrowing?show=${loan.id}`,
  });
  return { ...loan, answer };
}

/** Changes a loan and deletes the confirmations of both sides, which the change settles. @throws AppError `already-taken` */
export async function moveOn(db: Kysely<Schema>, loanId: string, change: Parameters<typeof changeLoan>[2]) {
  try {
    await changeLoan(db, loanId, change);
    await clearConfirmations(db, loanId);
  } catch (error) {
    const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
    if (code === "23P01")
      throw new AppError("already-taken", "Some of these days are already promised to someone else.", {
        cause: error,
      });
    if (code === "23505")
      throw new AppError("already-taken", "Someone else still has it. Mark that loan as returned first.", {
        cause: error,
      });
    throw error;
  }
}

/**
 * Notifies the other side of a loan's new state, and records when and where the thing changed hands. If the other side confirmed it before
 * by a tap, records the place and the earlier time of that tap.
 * @param loan the loan before the change
 * @param here time and place given by the side that moved it on
 */
export async function notifyOthers(
  db: Kysely<Schema>,
  loan: LoanRecord,
  side: LoanSide,
  state: LoanState,
  here: { at: Date; place?: string | undefined } = { at: new Date() },
): Promise<void> {
  const { title } = loan;
  const days = daysInWords(loan.first, loan.last);
  const name = nameOf(loan, side);
  const userId = userIdOf(loan, otherSide(side));
  const link = `/borrowing?show=${loan.id}`;
  const texts: Partial<Record<LoanState, string>> = {
    approved: `${name} said yes to ${title}, ${days}. Here’s how to reach them.`,
    declined: `${name} cannot lend you ${title}, ${days}.`,
    cancelled: `${name} cancelled ${title}, ${days}.`,
    "handed-over": `${name} says you have ${title} now.`,
    returned: loan.awaitsCheck ? returnedAs(loan) : `${name} says ${title} is back.`,
  };
  const text = texts[state];
  if (text !== undefined) await notify(db, { userId, kind, text, link });
  if (state === "handed-over" || state === "returned")
    await recordHistory(db, {
      resourceId: loan.resourceId,
      action: state === "returned" ? "Returned" : "Handed over",
      place: loan.confirmedPlace ?? (here.place?.trim() || loan.address),
      at: loan.confirmedAt !== null && loan.confirmedAt < here.at ? loan.confirmedAt : here.at,
    });
  if ((state === "returned" && !loan.awaitsCheck) || (state === "cancelled" && loan.state === "approved"))
    await notifyFirstInQueue(db, loan.resourceId);
}

/** The condition of the returned thing in the borrower's words, because news of damage must not wait until the user opens the loan. */
function returnedAs({ title, borrowerName, conditionNote }: LoanRecord): string {
  const how =
    conditionNote === ""
      ? `${borrowerName} added a photo of it.`
      : `${borrowerName} says: “${conditionNote}”`;
  return `${title} is back. ${how} Is it all right?`;
}

export function nameOf({ ownerName, borrowerName }: LoanRecord, side: LoanSide): string {
  return side === "owner" ? ownerName : borrowerName;
}

export function userIdOf({ ownerId, borrowerId }: LoanRecord, side: LoanSide): string {
  return side === "owner" ? ownerId : borrowerId;
}

/** Offers a thing that became free to the first in the queue whose own days are free. The owner still decides. */
export async function notifyFirstInQueue(db: Kysely<Schema>, resourceId: string): Promise<void> {
  const now = new Date();
  const resource = await findResourceRecord(db, resourceId);
  const isUnchecked = resource?.loans.some(({ state }) => state === "returned");
  if (resource === null || resource.status !== "active" || isUnchecked === true) return;
  const next = (await listOpenLoans(db, resourceId)).find(
    (loan) =>
      loan.state === "requested" && loan.last >= earliestToday(now) && isFreeOn(resource, loan, dayOf(now)),
  );
  if (next === undefined) return;
  const { title } = next;
  const days = daysInWords(next.first, next.last);
  const link = `/borrowing?show=${next.id}`;
  const isOut = resource.loans.some(({ state }) => state === "handed-over");
  await notify(db, [
    {
      userId: next.borrowerId,
      kind,
      link,
      text: isOut
        ? `${title} is free on ${days} now, and you are first in the queue.`
        : `${title} is free again, and you are first in the queue for ${days}.`,
    },
    {
      userId: next.ownerId,
      kind,
      link,
      text: `${next.borrowerName} is next in the queue for ${title}, ${days}.`,
    },
  ]);
}

function ownOrRefuse(loan: LoanRecord | null, actor: Actor): LoanRecord {
  if (loan === null || loan.borrowerId !== actor.userId)
    throw new AppError("already-taken", "Another request has this id. Please send it again with a new one.");
  return loan;
}
