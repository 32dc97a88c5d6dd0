import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import { INVITE_CODE_MS } from "#shared/features/communities/limits.ts";
import { removedSentence } from "#shared/features/communities/removed.ts";
import type { Schema } from "#server/db/schema.ts";
import { auditCommunity } from "../audit.ts";
import type { Administered } from "../people/authorize.ts";
import { deleteInvite, findInvite, storeInvite } from "./invite-repository.ts";
import { databaseNow, findCodesEnd, findRemoval } from "./invite-event-repository.ts";
import { hasElevation } from "../people/login-repository.ts";
import { join } from "../people/membership.ts";
import { findPeople } from "../people/people-repository.ts";
import { type CommunityRecord, findCommunityRecord, lockCommunityRecord } from "../repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { deriveKey } from "#server/config/secret.ts";

export async function inviteLinkOf(db: Kysely<Schema>, secret: string, community: Administered) {
  const invite = await findInvite(db, community.id);
  if (invite === null) return { token: null, madeBy: null, madeAt: null };
  return {
    token: writeToken(secret, { kind: "link", communityId: community.id }, invite.nonce),
    madeBy: invite.madeByPseudonym,
    madeAt: invite.madeAt.toISOString(),
  };
}

/** Replaces the link; the previous one and the codes shown before become invalid. */
export async function resetInviteLink(
  db: Kysely<Schema>,
  secret: string,
  actor: Actor,
  community: Administered,
) {
  if (await deleteInvite(db, community.id))
    await auditCommunity(db, community.id, "invite-ended", { actorId: actor.userId });
  const nonce = randomBytes(18).toString("base64url");
  await storeInvite(db, { communityId: community.id, nonce, madeBy: actor.userId });
  await auditCommunity(db, community.id, "invite-made", { actorId: actor.userId });
  return await inviteLinkOf(db, secret, community);
}

/** Ends the link, if there is one, and the codes shown before. */
export async function endInviteLink(db: Kysely<Schema>, actor: Actor, community: Administered) {
  await deleteInvite(db, community.id);
  // Also without a link, because the entry is what ends the codes.
  await auditCommunity(db, community.id, "invite-ended", { actorId: actor.userId });
  return { token: null, madeBy: null, madeAt: null };
}

/** A code for a user beside the admin. It is not stored: it contains its admin and its expiry. */
export async function makeInviteCode(
  db: Kysely<Schema>,
  secret: string,
  actor: Actor,
  community: Administered,
) {
  const until = (await databaseNow(db)).getTime() + INVITE_CODE_MS;
  const invitation = { kind: "code", communityId: community.id, adminId: actor.userId, until } as const;
  return { token: writeToken(secret, invitation), expiresAt: new Date(until).toISOString() };
}

export interface OpenInvitation {
  kind: Invitation["kind"];
  record: CommunityRecord;
  madeAt: Date;
  /** The creator of the invitation, who is still an admin. */
  admin: { userId: string; pseudonym: string };
}

/**
 * The invitation of a token.
 * @throws AppError `gone` for any invalid invitation: ended, replaced, forged, or of a user who is no longer an admin
 */
export async function openInvitation(
  db: Kysely<Schema>,
  secrets: readonly string[],
  token: string,
): Promise<OpenInvitation> {
  const invitation = readToken(token);
  const making = invitation === null ? null : await makingOf(db, secrets, token, invitation);
  const record = invitation === null ? null : await findCommunityRecord(db, invitation.communityId);
  if (invitation === null || making === null || record?.status !== "active") throw ended();
  const { maker, madeAt } = making;
  const [admin] = await findPeople(db, { ids: [maker], keys: [] });
  const isStillAdmin =
    record.people.some(({ userId, role }) => userId === maker && role === "admin") ||
    (await hasElevation(db, record.id, maker));
  if (admin === undefined || !isStillAdmin) throw ended();
  return { kind: invitation.kind, record, madeAt, admin };
}

/** Whether an admin removed the user after the invitation was made: it no longer lets them join, but they can ask to. */
export async function isRemovedSince(
  db: Kysely<Schema>,
  { record, madeAt }: Pick<OpenInvitation, "record" | "madeAt">,
  userId: string,
): Promise<boolean> {
  if (record.people.some((person) => person.userId === userId)) return false;
  return isBefore(madeAt, await findRemoval(db, record.id, userId));
}

/**
 * Joins by an invitation. It counts as its admin adding the caller, and the history records it so.
 * @throws AppError `gone` (see `openInvitation`), `forbidden` for a user removed after it was made
 */
export async function redeemInvitation(
  db: Kysely<Schema>,
  secrets: readonly string[],
  actor: Actor,
  token: string,
) {
  const { kind, record, madeAt, admin } = await openInvitation(db, secrets, token);
  const locked = await lockCommunityRecord(db, record.id);
  if (locked === null) throw ended();
  if (await isRemovedSince(db, { record: locked, madeAt }, actor.userId))
    throw new AppError("forbidden", removedSentence(record.name));
  const event = kind === "link" ? "joined-by-link" : "joined-by-code";
  const role = await join(db, locked, { person: actor, by: admin.userId, event });
  return { loobricateId: record.id, role };
}

/** Its admin and time; null when it is forged or no longer valid. */
async function makingOf(
  db: Kysely<Schema>,
  secrets: readonly string[],
  token: string,
  invitation: Invitation,
): Promise<{ maker: string; madeAt: Date } | null> {
  if (invitation.kind === "code") {
    const isOurs = secrets.some((secret) => isSigned(secret, token, invitation));
    if (!isOurs || invitation.until <= Date.now()) return null;
    const madeAt = new Date(invitation.until - INVITE_CODE_MS);
    const isEnded = isBefore(madeAt, await findCodesEnd(db, invitation.communityId));
    return isEnded ? null : { maker: invitation.adminId, madeAt };
  }
  const invite = await findInvite(db, invitation.communityId);
  if (invite === null) return null;
  const isOurs = secrets.some((secret) => isSigned(secret, token, invitation, invite.nonce));
  return isOurs ? { maker: invite.madeBy, madeAt: invite.madeAt } : null;
}

function isBefore(madeAt: Date, event: Date | null): boolean {
  return event !== null && madeAt < event;
}

function ended(): AppError {
  return new AppError("gone", "This invitation has ended. Please ask for a new one.");
}

/** Content of an invitation, before any lookup. */
type Invitation =
  | { kind: "link"; communityId: string }
  /** `until` in milliseconds since 1970. */
  | { kind: "code"; communityId: string; adminId: string; until: number };

/**
 * The signed token of an invitation, for a link or a QR code.
 * @param nonce of the community's link; a code is signed without one
 */
function writeToken(secret: string, invitation: Invitation, nonce = ""): string {
  const payload = payloadOf(invitation);
  // No dot, because the server treats an address with one as a file.
  return `${Buffer.from(payload).toString("base64url")}~${sign(secret, payload, nonce)}`;
}

/** The content of a token. Its signature is checked by `isSigned`, because a link's nonce has to be looked up first. */
function readToken(token: string): Invitation | null {
  const [encoded = "", signature, ...rest] = token.split("~");
  if (signature === undefined || rest.length > 0) return null;
  const [kind, communityId = "", adminId = "", until = "", ...more] = Buffer.from(encoded, "base64url")
    .toString("utf8")
    .split("~");
  if (communityId === "" || more.length > 0) return null;
  if (kind === "link" && adminId === "") return { kind, communityId };
  if (kind === "code" && adminId !== "" && /^\d{1,15}$/.test(until))
    return { kind, communityId, adminId, until: Number(until) };
  return null;
}

function isSigned(secret: string, token: string, invitation: Invitation, nonce = ""): boolean {
  const expected = Buffer.from(writeToken(secret, invitation, nonce));
  const actual = Buffer.from(token);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function payloadOf(invitation: Invitation): string {
  const { kind, communityId } = invitation;
  // Our ids contain no tilde.
  return kind === "link"
    ? `${kind}~${communityId}`
    : [kind, communityId, invitation.adminId, invitation.until].join("~");
}

function sign(secret: string, payload: string, nonce: string): string {
  return createHmac("sha256", deriveKey(secret, "looby/community-invites/1"))
    .update(`${payload}\n${nonce}`)
    .digest("base64url");
}
