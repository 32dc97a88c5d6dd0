import type { Kysely } from "kysely";
import type { confirmLoan } from "#shared/features/lending/contract.ts";
import { believedTime, isDone, otherSide } from "#shared/features/lending/hand-over.ts";
import { type LoanSide, takeStep } from "#shared/features/lending/loan.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Schema } from "#server/db/schema.ts";
import {
  clearConfirmations,
  findLoan,
  type LoanRecord,
  lockResource,
  saveConfirmation,
} from "./repository.ts";
import { assertInLibrary, moveOn, nameOf, sideOf, notifyOthers, userIdOf } from "./service.ts";
import { notify } from "#server/features/notifications/notify.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import type { Authorized } from "#server/http/authorized.ts";

type Confirmation = BodyOf<typeof confirmLoan>;
/** The tag of a resource; null when it has none. */
export type FindTag = (db: Kysely<Schema>, resourceId: string) => Promise<{ code: string } | null>;

/**
 * One side confirms that a thing has changed hands. When both have confirmed, the loan moves on, and the history records where and when.
 * The first side has to prove possession with the code of the thing's tag. Confirming twice has no further effect.
 * @throws AppError `forbidden` (no code, or another thing's), `already-taken` (the loan is in another state)
 */
export async function confirmHandover(
  db: Kysely<Schema>,
  actor: Actor,
  loan: Authorized<LoanRecord, "owner">,
  confirmation: Confirmation,
  findTag: FindTag,
): Promise<LoanRecord> {
  await lockResource(db, loan.resourceId);
  const current = await findLoan(db, loan.id);
  const side = current === null ? null : sideOf(current, actor.userId);
  if (current === null || side === null) throw notFound("This request");
  if (isDone(current.state, confirmation.step)) return current;
  const now = new Date();
  const taken = takeStep(current, confirmation.step, side, now);
  if (!taken.ok) throw new AppError("already-taken", taken.reason);
  if (confirmation.answer !== "no") assertInLibrary(current, confirmation.step);
  if (confirmation.answer === "no") await takeBack(db, current, side);
  else if (current.confirmedBy === otherSide(side)) {
    await moveOn(db, current.id, { state: taken.state });
    await notifyOthers(db, current, side, taken.state, {
      at: believedTime(confirmation.at, now),
      place: confirmation.place,
    });
  } else {
    assertHolds(await findTag(db, current.resourceId), confirmation.code);
    const at = believedTime(confirmation.at, now);
    await saveConfirmation(db, {
      loanId: loan.id,
      step: confirmation.step,
      side,
      at,
      place: confirmation.place?.trim() || null,
    });
    if (current.confirmedBy === null) await askOther(db, current, side, confirmation.step);
  }
  const changed = await findLoan(db, loan.id);
  if (changed === null) throw notFound("This request");
  return changed;
}

function assertHolds(tag: { code: string } | null, code: string | undefined): void {
  if (code === undefined || tag?.code !== code)
    throw new AppError("forbidden", "Please tap or scan the tag on the thing itself, then say so again.");
}

async function askOther(
  db: Kysely<Schema>,
  loan: LoanRecord,
  side: LoanSide,
  step: Confirmation["step"],
): Promise<void> {
  const what = step === "return" ? "is back" : "was handed over";
  await notify(db, {
    userId: userIdOf(loan, otherSide(side)),
    kind: "borrowing",
    link: `/borrowing?show=${loan.id}`,
    text: `${nameOf(loan, side)} says that ${loan.title} ${what}. Please confirm.`,
  });
}

/** Records that the thing has not changed hands: both sides start over. */
async function takeBack(db: Kysely<Schema>, loan: LoanRecord, side: LoanSide): Promise<void> {
  await clearConfirmations(db, loan.id);
  if (loan.confirmedBy !== otherSide(side)) return;
  await notify(db, {
    userId: userIdOf(loan, otherSide(side)),
    kind: "borrowing",
    link: `/borrowing?show=${loan.id}`,
    text: `${nameOf(loan, side)} says that ${loan.title} has not changed hands yet.`,
  });
}
