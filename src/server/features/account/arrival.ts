import type { Kysely } from "kysely";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Accounts } from "./accounts.ts";
import { type ArrivingDevice, newDeviceNotice } from "./devices/devices.ts";
import { callLibrary } from "./auth.ts";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import {
  deletePerson,
  deleteSession,
  findPerson,
  findPersonByKey,
  lockVisitor,
  reassignRows,
} from "./repository.ts";
import { notify } from "#server/features/notifications/notify.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";

/** A user whose session has just begun. */
export interface Arrival {
  user: SessionUser;
  /** `Set-Cookie` values. */
  cookies: string[];
}

export interface NewAccount {
  pseudonym: string;
  passwordHash: string;
  email: string | null;
  phone: string | null;
}

/** Names that could be mistaken for Looby itself. */
const RESERVED = new Set(
  [
    "looby",
    "admin",
    "administrator",
    "moderator",
    "operator",
    "support",
    "system",
    "visitor",
    "anonymous",
  ].map(foldPseudonym),
);

/**
 * Creates an account, begins its session and moves the visitor's data into it, all or nothing.
 * @param actor the caller before the sign-up
 * @throws AppError `already-taken`
 */
export async function signUp(
  accounts: Accounts,
  db: Kysely<Schema>,
  actor: Actor | null,
  account: NewAccount,
  device: ArrivingDevice,
): Promise<Arrival> {
  const { pseudonym, passwordHash, email, phone } = account;
  const taken = new AppError(
    "already-taken",
    "This name is taken. Choose another, or sign in if it’s yours.",
    {
      fields: [{ path: "pseudonym", message: "This pseudonym is taken." }],
    },
  );
  if (RESERVED.has(foldPseudonym(pseudonym))) throw taken;
  const body = {
    name: pseudonym,
    username: pseudonym,
    email: `${newId()}@account.invalid`,
    password: "hashed-before", // of allowed length; the precomputed hash is stored
    ...(email === null ? {} : { contactEmail: email }),
    ...(phone === null ? {} : { phone }),
  };
  const call = { refused: taken, duplicate: taken, passwordHash };
  return await db.transaction().execute(async (tx) => {
    const { response, cookies } = await callLibrary(accounts.auth, tx, call, (api) =>
      api.signUpEmail({ body, headers: namedBy(device), returnHeaders: true }),
    );
    const arrived = { userId: response.user.id, event: "account.sign-up" };
    return { cookies, user: await arrive(accounts, tx, actor, arrived) };
  });
}

/** @throws AppError `invalid-credentials`, the same for a wrong pseudonym and a wrong password; both cost one hash computation */
export async function signIn(
  accounts: Accounts,
  db: Kysely<Schema>,
  actor: Actor | null,
  credentials: { pseudonym: string; password: string },
  device: ArrivingDevice,
): Promise<Arrival> {
  const { pseudonym, password } = credentials;
  const refused = new AppError(
    "invalid-credentials",
    "Pseudonym and password do not match. Please check both, or choose “Forgot password”.",
  );
  const body = { username: pseudonym, password };
  try {
    const { response, cookies } = await callLibrary(accounts.auth, db, { refused }, (api) =>
      api.signInUsername({ body, headers: namedBy(device), returnHeaders: true }),
    );
    if (response === null) throw refused;
    const arrived = { userId: response.user.id, event: "account.sign-in" };
    return { cookies, user: await arriveAgain(accounts, db, actor, arrived, device) };
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid-credentials") {
      const person = await findPersonByKey(db, foldPseudonym(pseudonym));
      const objectId = person?.userId ?? null;
      await recordAudit(db, { event: "account.sign-in-failed", actorId: actor?.userId ?? null, objectId });
    }
    throw error;
  }
}

/** The user whose session has begun, and how it began. */
interface Arrived {
  userId: string;
  /** For the audit log. */
  event: string;
}

/** Like `arrive`, in its own transaction, for existing accounts. The user is notified of a sign-in on a new device. */
export async function arriveAgain(
  accounts: Accounts,
  db: Kysely<Schema>,
  actor: Actor | null,
  arrived: Arrived,
  device: ArrivingDevice,
): Promise<SessionUser> {
  return await db.transaction().execute(async (tx) => {
    const user = await arrive(accounts, tx, actor, arrived);
    if (!device.isKnownTo(user.pseudonym)) await notify(tx, newDeviceNotice(user.userId, device.name));
    return user;
  });
}

/** The last steps of every sign-in and sign-up: move the visitor's data, end the previous session, write the audit log. */
async function arrive(
  accounts: Accounts,
  tx: Kysely<Schema>,
  actor: Actor | null,
  { userId, event }: Arrived,
): Promise<SessionUser> {
  if (actor?.kind === "visitor") await moveOwnership(tx, actor.userId, userId, accounts.ownedColumns);
  if (actor?.kind === "user") await deleteSession(tx, actor.sessionId);
  await recordAudit(tx, { event, actorId: userId, objectId: actor?.userId ?? null });
  return await sessionUserOf(tx, userId);
}

/** The only header passed to the library: the device's name, which it stores as the session's user agent. */
function namedBy(device: ArrivingDevice): Headers {
  return new Headers({ "user-agent": device.name });
}

/** A user's own data, as shown to them. */
export async function sessionUserOf(db: Kysely<Schema>, userId: string): Promise<SessionUser> {
  const person = await findPerson(db, userId);
  if (person === undefined)
    throw new AppError("unauthenticated", "This account no longer exists. Please reload the page.");
  return { ...person, createdAt: person.createdAt.toISOString() };
}

/**
 * Moves all of a visitor's data to an account and deletes the visitor. Call it inside a transaction.
 * @param columns the owned columns of all features, as collected by app.ts
 * @returns false when the visitor no longer exists, for example when two tabs signed in at once and the first moved everything
 */
export async function moveOwnership(
  db: Kysely<Schema>,
  visitorId: string,
  accountId: string,
  columns: readonly OwnedColumn[],
): Promise<boolean> {
  if (!(await lockVisitor(db, visitorId))) return false;
  for (const column of columns) await reassignRows(db, column, visitorId, accountId);
  await deletePerson(db, visitorId);
  return true;
}
