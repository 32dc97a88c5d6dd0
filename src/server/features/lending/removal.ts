import type { Kysely } from "kysely";
import type { LoanState } from "#shared/features/lending/loan.ts";
import type { NotifyMoved } from "#server/features/resources/edit.ts";
import type { Schema } from "#server/db/schema.ts";
import { changeLoan, listOpenLoans, listOpenLoansOf, type LoanRecord } from "./repository.ts";
import { notifyFirstInQueue } from "./service.ts";
import { notify } from "#server/features/notifications/notify.ts";

/**
 * Notifies the users who have a resource or wait for it, once each, that it left the library or came back. When its owner lends it again,
 * only the first in the queue is notified. Call before a resource is deleted: its loans are deleted with it. Those of an archived resource
 * stay, because its owner may restore it.
 */
export async function notifyMoved(
  db: Kysely<Schema>,
  resourceId: string,
  moved: Parameters<NotifyMoved>[2],
): Promise<void> {
  if (moved === "available") return await notifyFirstInQueue(db, resourceId);
  const rank = ({ state }: LoanRecord) => ["requested", "approved", "handed-over"].indexOf(state);
  const open = (await listOpenLoans(db, resourceId)).toSorted((one, other) => rank(one) - rank(other));
  // A user's most advanced loan comes last, so the map uses it.
  const loans = [...new Map(open.map((loan) => [loan.borrowerId, loan])).values()];
  await notify(
    db,
    loans.map(({ borrowerId, title, state }) => ({
      userId: borrowerId,
      kind: "borrowing",
      link: "/borrowing",
      text: movedWords(title, state, moved),
    })),
  );
}

function movedWords(title: string, state: LoanState, moved: "taken-out" | "put-back"): string {
  if (moved === "put-back") {
    const whatHolds: Partial<Record<LoanState, string>> = {
      requested: "Your request still waits for an answer.",
      approved: "Your loan is on again.",
      "handed-over": "You may have it until your last day.",
    };
    return `${title} is back in the library. ${whatHolds[state] ?? ""}`;
  }
  return state === "handed-over"
    ? `${title} was taken out of the library. Please give it back to its owner.`
    : `${title} was taken out of the library, so it cannot be borrowed any more.`;
}

/**
 * Call before an account is deleted. Notifies users with requests to or from the account that these end, and offers things promised to it
 * to the next in line.
 * @returns titles of the account's things that other users have now; then no request was settled
 */
export async function settleLoansOf(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const loans = await listOpenLoansOf(db, userId);
  const isOut = loans.filter(({ state, ownerId }) => state === "handed-over" && ownerId === userId);
  if (isOut.length > 0) return isOut.map(({ title, borrowerName }) => `“${title}” (${borrowerName} has it)`);
  for (const loan of loans) {
    const isOwner = loan.ownerId === userId;
    if (!isOwner) await changeLoan(db, loan.id, { state: "cancelled" });
    await notify(db, {
      userId: isOwner ? loan.borrowerId : loan.ownerId,
      kind: "borrowing",
      link: "/borrowing",
      text: isOwner
        ? `${loan.title} cannot be borrowed any more: its owner has left Looby.`
        : `${loan.borrowerName} has left Looby and does not need ${loan.title} any more.`,
    });
    if (!isOwner && loan.state === "approved") await notifyFirstInQueue(db, loan.resourceId);
  }
  return [];
}
