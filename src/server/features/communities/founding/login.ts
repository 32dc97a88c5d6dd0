import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { adminUsernameKey, ELEVATION_MS } from "#shared/features/communities/admin-login.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hashPassword, verifyPassword } from "#server/features/account/passwords/password-hash.ts";
import { auditCommunity } from "../audit.ts";
import { relationOf } from "../people/authorize.ts";
import {
  elevate,
  endElevations,
  findAdminLogin,
  listElevations,
  storeAdminLogin,
} from "../people/login-repository.ts";
import { type CommunityRecord, findCommunityRecord, lockCommunityRecord } from "../repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { countGuess } from "#server/http/limits/guess-limit.ts";
import type { CallRequest } from "#server/http/route.ts";
import { countAgainstLimits } from "#server/http/limits/rate-limit.ts";

const QUARTER_MS = 15 * 60_000;
/** Password tries per account, besides the limits of `countGuess`. */
const TRIES_PER_ACCOUNT = 5;
const ADMIN_LOGIN = "communities.admin-login";

/** Verified when the login does not exist, so that the response time does not reveal it. Its password is unknown. */
const UNKNOWN_LOGIN_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$c29tZWJvZHkgbm9ib2R5IQ$q3RkVJ2oYBNWJtSyJYjBHZJmWk0T7y5OQn3cF1m0hXk";

/**
 * Verifies username and password of an admin login. Counts the try before the check, whatever the result.
 * @param communityId the login must belong to this community; null for any
 * @throws AppError `too-many-requests`, `invalid-credentials`
 */
export async function verifyAdminLogin(
  deps: Deps,
  actor: Actor,
  call: { request: CallRequest; answer: { readonly headers: Headers } },
  credentials: { username: string; password: string; communityId: string | null },
): Promise<string> {
  const db = deps.database.kysely;
  const subject = { address: "", sessionId: null, userId: actor.userId };
  const ofAccount = [{ by: "account", max: TRIES_PER_ACCOUNT, windowMs: QUARTER_MS }] as const;
  const opened = `community|${adminUsernameKey(credentials.username)}` as const;
  const guess = await countGuess(deps, { what: ADMIN_LOGIN, opened, actor, request: call.request });
  // Only now: a try that is refused for lack of a turn does not count.
  await countAgainstLimits(db, ADMIN_LOGIN, ofAccount, subject, deps.config.limitFactor);
  const login = await findAdminLogin(db, credentials.username);
  const isRight = await verifyPassword(credentials.password, login?.passwordHash ?? UNKNOWN_LOGIN_HASH);
  const isMeant = credentials.communityId === null || credentials.communityId === login?.communityId;
  if (login !== null && isRight && isMeant) {
    await guess.wasRight(call.answer);
    return login.communityId;
  }
  if (login !== null)
    await auditCommunity(db, login.communityId, "admin-login-failed", { actorId: actor.userId });
  throw invalidCredentials();
}

/** Elevates the caller's session to admin for some hours. The session still belongs to the caller. */
export async function liftToAdmin(
  db: Kysely<Schema>,
  actor: Actor,
  communityId: string,
): Promise<CommunityRecord> {
  const until = new Date(Date.now() + ELEVATION_MS);
  await elevate(db, { communityId, sessionId: actor.sessionId, userId: actor.userId, until });
  await auditCommunity(db, communityId, "admin-login", { actorId: actor.userId });
  const record = await findCommunityRecord(db, communityId);
  if (record === null) throw invalidCredentials();
  return record;
}

/**
 * The profile's call without a password. It answers only members and admins of the community, and grants no rights.
 * @throws AppError `invalid-credentials`
 */
export async function findOwnCommunity(
  db: Kysely<Schema>,
  actor: Actor,
  communityId: string,
): Promise<CommunityRecord> {
  const record = await findCommunityRecord(db, communityId);
  const elevations = await listElevations(db, actor.sessionId);
  if (record === null || relationOf(record, actor.userId, elevations) === "stranger")
    throw invalidCredentials();
  return record;
}

/**
 * Gives a community a new admin login with a generated password, and ends all elevations by the old one.
 * @throws AppError `not-found`, `already-taken`
 */
export async function issueLogin(db: Kysely<Schema>, communityId: string, username: string) {
  const record = await lockCommunityRecord(db, communityId);
  if (record === null) throw notFound("This community");
  const password = randomBytes(12).toString("base64url");
  const passwordHash = await hashPassword(password);
  const stored = await storeAdminLogin(db, { communityId, username, passwordHash });
  if (stored === "taken")
    throw new AppError("already-taken", "This admin username is taken. Please choose another.");
  await endElevations(db, communityId, { exceptSession: "" });
  await auditCommunity(db, communityId, "credentials-changed", { actorId: null });
  return { name: record.name, username, password };
}

function invalidCredentials(): AppError {
  return new AppError("invalid-credentials", "Invalid credentials");
}
