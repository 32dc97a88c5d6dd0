import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { auditAll, type CommunityEvent } from "#server/features/communities/audit.ts";
import { deleteInvite } from "#server/features/communities/invite-repository.ts";
import { endElevations } from "#server/features/communities/login-repository.ts";
import { type Someone, writeRoles } from "#server/features/communities/people-repository.ts";
import type { CommunityRecord } from "#server/features/communities/repository.ts";
import { endPendingRequests } from "#server/features/communities/request-repository.ts";
import { roleNotice } from "#server/features/communities/notices.ts";
import { notify } from "#server/features/notifications/notify.ts";
import { AppError } from "#server/http/app-error.ts";

export type Role = "admin" | "member";

export interface RoleChange {
  person: Someone;
  /** Null: out of the community. */
  role: Role | null;
  /** How it came about, when it is more than what the roles say. */
  event?: CommunityEvent;
}

/**
 * Changes what people are in a community, all or nothing; each change is written into its history.
 * @param record locked, as it stands
 * @param actorId whose doing it is: of an invitation, the admin who made it
 * @throws AppError `conflict` when no admin would be left
 */
export async function changeRoles(
  db: Kysely<Schema>,
  record: CommunityRecord,
  actorId: string,
  changes: readonly RoleChange[],
): Promise<void> {
  const roles = new Map<string, Role>(record.people.map(({ userId, role }) => [userId, role]));
  const hadAdmin = hasAdmin(roles);
  const real = changes.filter(({ person, role }) => (roles.get(person.userId) ?? null) !== role);
  const before = new Map(roles);
  for (const { person, role } of real) {
    if (role === null) roles.delete(person.userId);
    else roles.set(person.userId, role);
  }
  if (hadAdmin && !hasAdmin(roles)) {
    throw new AppError(
      "conflict",
      "The last admin cannot be removed. Please make somebody else an admin first.",
    );
  }
  if (real.length === 0) return;
  const steps = real.map(({ person, role, event }) => {
    const former = before.get(person.userId) ?? null;
    return { person, role, former, event: event ?? eventOf(former, role) };
  });
  // One statement for any number: a list of thousands must not hold the database up.
  const ids = steps.map(({ person }) => person.userId);
  await writeRoles(
    db,
    record.id,
    steps.map(({ person, role }) => ({ userId: person.userId, role })),
  );
  await endPendingRequests(db, record.id, ids, "accepted");
  // What somebody could do as an admin ends with it.
  const formerAdmins = steps.flatMap(({ person, former }) => (former === "admin" ? [person.userId] : []));
  if (formerAdmins.length > 0) {
    await endElevations(db, record.id, { userIds: formerAdmins });
    await deleteInvite(db, record.id, formerAdmins);
  }
  await auditAll(
    db,
    record.id,
    steps.map(({ person, event }) => ({ event, actorId, person })),
  );
  // Who came by an invitation, or left, knows it already.
  const told = steps.filter(({ person, event }) => person.userId !== actorId && !event.startsWith("joined-"));
  await notify(
    db,
    told.map(({ person, role, former }) =>
      roleNotice(record, person.userId, { before: former, after: role }),
    ),
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
