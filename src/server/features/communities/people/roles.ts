import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import {
  deleteAdminInvitations,
  deleteAdminInvitationsBy,
  storeAdminInvitations,
} from "../joining/admin-invitation-repository.ts";
import { auditAll, type CommunityEvent } from "../audit.ts";
import { deleteInvite } from "../joining/invite-repository.ts";
import { endElevations } from "./login-repository.ts";
import { type Someone, writeRoles } from "./people-repository.ts";
import type { CommunityRecord } from "../repository.ts";
import { endPendingRequests } from "../joining/request-repository.ts";
import { adminInvitationNotice, roleNotice } from "../joining/notices.ts";
import { notify } from "#server/features/notifications/notify.ts";
import { AppError } from "#server/http/app-error.ts";

export type Role = "admin" | "member";

export interface RoleChange {
  person: Someone;
  /** Null: removed from the community. */
  role: Role | null;
  /** The event of the change, if the roles alone do not determine it. */
  event?: CommunityEvent;
}

/**
 * Changes roles of people in a community, all or nothing. Records each change in the community's history. A person whom another user makes
 * an admin is asked first and stays a member until they accept, so that no user gets duties, or cannot leave as the last admin, without
 * agreeing.
 * @param record locked and current
 * @param actorId the user responsible; for an invitation, the admin who made it
 * @returns the resulting role of each person
 * @throws AppError `conflict` when no admin would be left
 */
export async function changeRoles(
  db: Kysely<Schema>,
  record: CommunityRecord,
  actorId: string,
  changes: readonly RoleChange[],
): Promise<ReadonlyMap<string, Role>> {
  const before = new Map<string, Role>(record.people.map(({ userId, role }) => [userId, role]));
  const wasAsked = new Set(record.people.filter(({ isAsked }) => isAsked).map(({ userId }) => userId));
  const { asked, decided } = askFirst(before, actorId, changes);
  const real = decided.filter(({ person, role }) => (before.get(person.userId) ?? null) !== role);
  const roles = new Map(before);
  for (const { person, role } of real) {
    if (role === null) roles.delete(person.userId);
    else roles.set(person.userId, role);
  }
  if (hasAdmin(before) && !hasAdmin(roles)) throw lastAdmin(wasAsked.size > 0);
  const askedNow = new Set(asked.map(({ userId }) => userId));
  const settled = decided.flatMap(({ person, role }) =>
    wasAsked.has(person.userId) && !askedNow.has(person.userId)
      ? [{ person, isTakenBack: role === "member" }]
      : [],
  );
  const isNew = ({ userId }: Someone): boolean => !wasAsked.has(userId);
  await saveInvitations(db, record, actorId, { asked: asked.filter(isNew), settled });
  if (real.length === 0) return roles;
  const steps = real.map(({ person, role, event }) => {
    const former = before.get(person.userId) ?? null;
    return { person, role, former, event: event ?? eventOf(former, role) };
  });
  // One statement for any number: a list of thousands must not block the database.
  const ids = steps.map(({ person }) => person.userId);
  await writeRoles(
    db,
    record.id,
    steps.map(({ person, role }) => ({ userId: person.userId, role })),
  );
  await endPendingRequests(db, record.id, ids, "accepted");
  await endPowers(
    db,
    record.id,
    steps.flatMap(({ person, former }) => (former === "admin" ? [person.userId] : [])),
  );
  await auditAll(
    db,
    record.id,
    steps.map(({ person, event }) => ({ event, actorId, person })),
  );
  // No notification for people who joined by an invitation, left, or have just been asked to be admins.
  const notified = steps.filter(
    ({ person: { userId }, event }) =>
      userId !== actorId && !askedNow.has(userId) && !event.startsWith("joined-"),
  );
  await notify(
    db,
    notified.map(({ person, role, former }) =>
      roleNotice(record, person.userId, { before: former, after: role }),
    ),
  );
  return roles;
}

/** People whom another admin named an admin, and the changes that apply until they answer. */
function askFirst(
  before: ReadonlyMap<string, Role>,
  actorId: string,
  changes: readonly RoleChange[],
): { asked: Someone[]; decided: RoleChange[] } {
  const asked: Someone[] = [];
  const decided = changes.map((change): RoleChange => {
    const { person, role } = change;
    const former = before.get(person.userId);
    if (role !== "admin" || former === "admin" || person.userId === actorId) return change;
    asked.push(person);
    return { person, role: former ?? "member" };
  });
  return { asked, decided };
}

interface Invitations {
  asked: readonly Someone[];
  /** People whose invitation is withdrawn or answered. */
  settled: readonly { person: Someone; isTakenBack: boolean }[];
}

/** Stores new invitations to be an admin, and deletes settled ones. */
async function saveInvitations(
  db: Kysely<Schema>,
  record: CommunityRecord,
  actorId: string,
  { asked, settled }: Invitations,
): Promise<void> {
  const idsOf = (people: readonly Someone[]) => people.map(({ userId }) => userId);
  if (settled.length > 0)
    await deleteAdminInvitations(db, record.id, idsOf(settled.map(({ person }) => person)));
  if (asked.length > 0) await storeAdminInvitations(db, record.id, idsOf(asked), actorId);
  const takenBack = settled.flatMap(({ person, isTakenBack }) => (isTakenBack ? [person] : []));
  if (asked.length + takenBack.length === 0) return;
  await auditAll(db, record.id, [
    ...asked.map((person) => ({ event: "asked-to-be-admin" as const, actorId, person })),
    ...takenBack.map((person) => ({ event: "not-asked-to-be-admin" as const, actorId, person })),
  ]);
  await notify(
    db,
    asked.map(({ userId }) => adminInvitationNotice(record, userId)),
  );
}

/** Ends a former admin's elevations, invite link and invitations. */
async function endPowers(
  db: Kysely<Schema>,
  communityId: string,
  formerAdmins: readonly string[],
): Promise<void> {
  if (formerAdmins.length === 0) return;
  await endElevations(db, communityId, { userIds: formerAdmins });
  await deleteInvite(db, communityId, formerAdmins);
  await deleteAdminInvitationsBy(db, communityId, formerAdmins);
}

function lastAdmin(hasAskedAdmin: boolean): AppError {
  const more = hasAskedAdmin ? " Someone who was asked to be one counts once they accept." : "";
  return new AppError(
    "conflict",
    `The last admin cannot be removed. Please make another member an admin first.${more}`,
  );
}

function eventOf(before: Role | null, after: Role | null): CommunityEvent {
  if (after === null) return "removed";
  if (before === null) return after === "admin" ? "promoted" : "added";
  return after === "admin" ? "promoted" : "demoted";
}

function hasAdmin(roles: ReadonlyMap<string, Role>): boolean {
  return [...roles.values()].includes("admin");
}
