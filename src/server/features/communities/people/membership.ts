import type { Kysely } from "kysely";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import { auditCommunity } from "../audit.ts";
import { type Administered, authorizeChange } from "./authorize.ts";
import { endElevations } from "./login-repository.ts";
import { declinedNotice, requestNotices } from "../joining/notices.ts";
import { findPeople, type Someone } from "./people-repository.ts";
import { type CommunityRecord, lockCommunityRecord } from "../repository.ts";
import {
  type Answer,
  decideRequestRow,
  endPendingRequests,
  findRequest,
  type RequestState,
  storeRequest,
} from "../joining/request-repository.ts";
import { changeRoles, type Role } from "./roles.ts";
import { notify } from "#server/features/notifications/notify.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";

export interface MembershipChange {
  loobricateId: string;
  action: "add" | "remove";
  role?: Role | undefined;
}

export interface Membership {
  loobricateId: string;
  userId: string;
  pseudonym: string;
  role: Role | null;
  isAskedToBeAdmin: boolean;
}

/**
 * Adds a user, changes their role, or removes them. Admins may do this to any user; other users may only remove themselves.
 * @param who id or pseudonym
 * @throws AppError `forbidden`, `not-found` (no user with this name), `conflict` (last admin)
 */
export async function changeMembership(
  db: Kysely<Schema>,
  actor: Actor,
  who: { userId: string } | { pseudonym: string },
  change: MembershipChange,
): Promise<Membership> {
  const isSelf =
    "userId" in who
      ? who.userId === actor.userId
      : foldPseudonym(who.pseudonym) === foldPseudonym(actor.pseudonym);
  if (isSelf && change.action === "remove") return await leave(db, actor, change.loobricateId);
  const community = await authorizeChange(db, actor, change.loobricateId);
  const person = await findPerson(db, who);
  const before = community.people.find(({ userId }) => userId === person.userId);
  const membership = { loobricateId: community.id, ...named(person) };
  // Adding an existing person without a role changes nothing and withdraws no invitation.
  if (before !== undefined && change.action === "add" && change.role === undefined)
    return { ...membership, role: before.role, isAskedToBeAdmin: before.isAsked };
  const wanted = change.action === "remove" ? null : (change.role ?? "member");
  const roles = await changeRoles(db, community, actor.userId, [{ person, role: wanted }]);
  const role = roles.get(person.userId) ?? null;
  return { ...membership, role, isAskedToBeAdmin: wanted === "admin" && role === "member" };
}

async function leave(db: Kysely<Schema>, actor: Actor, communityId: string): Promise<Membership> {
  const record = await lockCommunityRecord(db, communityId);
  if (record === null) throw new AppError("forbidden", "You may not change this.");
  await changeRoles(db, record, actor.userId, [{ person: actor, role: null, event: "left" }]);
  await endElevations(db, record.id, { userIds: [actor.userId] });
  return { loobricateId: record.id, ...named(actor), role: null, isAskedToBeAdmin: false };
}

/**
 * Stores a user's request to join, with their answers.
 * @throws AppError `not-found`, `already-taken` (already in the community), `invalid-input` (a question without an answer)
 */
export async function requestToJoin(
  db: Kysely<Schema>,
  actor: Actor,
  communityId: string,
  answers: readonly Answer[],
): Promise<{ id: string; state: RequestState; createdAt: string; isNew: boolean }> {
  const record = await lockCommunityRecord(db, communityId);
  if (record === null || record.status !== "active") throw notFound("This community");
  if (record.people.some(({ userId }) => userId === actor.userId))
    throw new AppError("already-taken", "You are already a member.");
  const answered = new Set(answers.map(({ question }) => question));
  if (record.joinQuestions.some((question) => !answered.has(question)))
    throw new AppError("invalid-input", "Please answer every question.");
  const id = newId();
  const stored = await storeRequest(db, { id, communityId, userId: actor.userId, answers });
  const isNew = stored.id === id;
  if (isNew) await notify(db, requestNotices(record, actor.pseudonym));
  if (isNew) await auditCommunity(db, communityId, "asked-to-join", { actorId: actor.userId, person: actor });
  return { id: stored.id, state: "pending", createdAt: stored.createdAt.toISOString(), isNew };
}

export async function withdrawRequest(
  db: Kysely<Schema>,
  actor: Actor,
  communityId: string,
): Promise<{ withdrawn: boolean }> {
  return { withdrawn: await endPendingRequests(db, communityId, [actor.userId], "withdrawn") };
}

/**
 * Accepts or declines a request to join. Repeating the same decision has no further effect.
 * @param community locked
 * @throws AppError `not-found`, `already-taken` when the opposite was decided before
 */
export async function decideRequest(
  db: Kysely<Schema>,
  actor: Actor,
  community: Administered,
  decision: { requestId: string; state: "accepted" | "declined" },
): Promise<{ id: string; state: RequestState; person: Someone; isNew: boolean }> {
  const { requestId, state } = decision;
  const request = await findRequest(db, community.id, requestId);
  if (request === null) throw notFound("This request");
  const answer = { id: request.id, state, person: named(request) };
  if (request.state === state) return { ...answer, isNew: false };
  if (request.state !== "pending")
    throw new AppError("already-taken", "This request was answered or taken back already.");
  await decideRequestRow(db, request.id, state);
  if (state === "accepted")
    await join(db, community, { person: request, by: actor.userId, event: "accepted" });
  else {
    await auditCommunity(db, community.id, "declined", { actorId: actor.userId, person: request });
    await notify(db, declinedNotice(community, request.userId));
  }
  return { ...answer, isNew: true };
}

/** Adds a user as a member. Does not change the role of existing people. @param record locked */
export async function join(
  db: Kysely<Schema>,
  record: CommunityRecord,
  arrival: { person: Someone; by: string; event: "accepted" | "joined-by-link" | "joined-by-code" },
): Promise<Role> {
  const { person, by, event } = arrival;
  const before = record.people.find(({ userId }) => userId === person.userId)?.role;
  if (before !== undefined) return before;
  await changeRoles(db, record, by, [{ person, role: "member", event }]);
  return "member";
}

async function findPerson(
  db: Kysely<Schema>,
  who: { userId: string } | { pseudonym: string },
): Promise<Someone> {
  const [person] = await findPeople(
    db,
    "userId" in who ? { ids: [who.userId], keys: [] } : { ids: [], keys: [foldPseudonym(who.pseudonym)] },
  );
  if (person === undefined) throw new AppError("not-found", "No user has that name.");
  return person;
}

function named({ userId, pseudonym }: Someone): Someone {
  return { userId, pseudonym };
}
