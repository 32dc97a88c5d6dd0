import type { Kysely } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";
import { deletePerson } from "#server/features/account/repository.ts";
import { lockCommunityRecord } from "#server/features/communities/repository.ts";
import { changeRoles } from "#server/features/communities/people/roles.ts";
import {
  archiveCommunity,
  endDeparted,
  forgetTraces,
  handOverPhotos,
  letGo,
  letSomeGo,
  listDeparted,
  listMembershipIds,
  listStillBorrowed,
  lockPerson,
  saveDeparted,
  withdrawPhotos,
} from "./repository.ts";
import { listLoanIdsOf } from "#server/features/lending/repository.ts";
import { settleLoansOf } from "#server/features/lending/removal.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";
import { forgetAnswersAbout } from "#server/http/idempotency/forget-answers.ts";
import { untilNone } from "#server/db/in-pieces.ts";
import type { Deps } from "#server/deps.ts";

/**
 * Deletes a user and their rows in one transaction, except for tables that may have thousands of their rows. Those are no longer
 * accessible, and `sweepDeparted` deletes them. Shared data remains without the user: their communities, and the pictures these show.
 * @returns paths of their photos, whose bytes have to be deleted after the commit
 * @throws AppError `conflict` while they are the last admin of others, or have things on loan in either direction
 */
export async function deleteAccount(
  tx: Kysely<Schema>,
  actor: Actor,
  columns: readonly OwnedColumn[],
): Promise<string[]> {
  const { userId } = actor;
  if (!(await lockPerson(tx, userId)))
    throw new AppError("unauthenticated", "This account no longer exists. Please reload the page.");
  const borrowed = await listStillBorrowed(tx, userId);
  if (borrowed.length > 0) {
    const things = new Intl.ListFormat("en").format(borrowed.map((title) => `“${title}”`));
    throw new AppError("conflict", `You still have ${things}. Please give it back first.`);
  }
  const out = await settleLoansOf(tx, userId);
  if (out.length > 0)
    throw new AppError(
      "conflict",
      `Others still have things of yours: ${new Intl.ListFormat("en").format(out)}. Please say under Borrowing that they are back first.`,
    );
  // Other users' stored answers contain the user's name and contact.
  const ids = [userId, ...(await listLoanIdsOf(tx, userId))];
  await forgetAnswersAbout(tx, { userId: null, ids, current: null });
  // Without the name, which is deleted with all other data.
  await recordAudit(tx, { event: "account.deleted", actorId: userId, objectId: userId });
  await handOverPhotos(tx, userId);
  for (const communityId of await listMembershipIds(tx, userId)) await leave(tx, actor, communityId);
  const paths = await withdrawPhotos(tx, userId);
  // The rows of photos are deleted with their bytes. Until then they record which bytes remain.
  for (const column of columns)
    if (column.table !== "photos" && column.isBulk !== true) await letGo(tx, column, userId);
  await saveDeparted(tx, userId);
  await forgetTraces(tx, userId);
  await deletePerson(tx, userId);
  return paths;
}

async function leave(tx: Kysely<Schema>, actor: Actor, communityId: string): Promise<void> {
  const record = await lockCommunityRecord(tx, communityId);
  if (record === null) return;
  const isAlone = record.people.every(({ userId }) => userId === actor.userId);
  // A community without other people ends when its last member leaves.
  if (isAlone) return await archiveCommunity(tx, communityId);
  try {
    await changeRoles(tx, record, actor.userId, [{ person: actor, role: null }]);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    const hasAskedAdmin = record.people.some(({ isAsked }) => isAsked);
    const more = hasAskedAdmin ? " Someone who was asked to be one counts once they accept." : "";
    throw new AppError(
      "conflict",
      `You are the last admin of ${record.name}. Please make another member an admin first.${more}`,
    );
  }
}

type World = Pick<Deps, "accounts" | "database">;

/** Deletes the remaining rows of a user whose account is deleted, in pieces, so that other requests do not wait for all of them. */
export async function sweepDeparted({ accounts, database }: World, userId: string): Promise<void> {
  const columns = accounts.ownedColumns.filter(
    // The rows of photos are deleted with their bytes. Until then they record which bytes remain.
    ({ table, whenDeleted }) => table !== "photos" && whenDeleted !== "clear",
  );
  // Check the other tables once more: a row may have been added at the last moment or by a deletion.
  const inOrder = columns.toSorted((a, b) => Number(b.isBulk ?? false) - Number(a.isBulk ?? false));
  for (const column of inOrder)
    await untilNone(database, (tx, limit) => letSomeGo(tx, column, userId, limit));
  await endDeparted(database.kysely, userId);
}

/** Resumes deletions that a stopped server left unfinished. */
export async function sweepAllDeparted(world: World): Promise<void> {
  for (const userId of await listDeparted(world.database.kysely)) await sweepDeparted(world, userId);
}
