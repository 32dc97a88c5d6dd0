import { randomInt } from "node:crypto";
import type { OmiProofOutcome } from "#shared/features/omi/contract.ts";
import { newId } from "#shared/id.ts";
import type { Deps } from "#server/deps.ts";
import { findPersonOf, spendState, storeLink } from "./repository.ts";
import {
  findProof,
  listSendings,
  lockAccount,
  lockProof,
  recordSending,
  removeProof,
  storeCode,
  storeNamed,
  takeTry,
  withdrawCode,
} from "./proof-repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { countAgainstLimits } from "#server/http/limits/rate-limit.ts";
import type { Limit } from "#server/http/policy.ts";
import { recordAudit } from "#server/http/audit.ts";
import type { Omi } from "#server/platform/omi/omi.ts";
import { hashCode, isSame, keyRing } from "#server/config/secret.ts";

const DIGITS = 8;
const CODE_LIFE_MS = 10 * 60_000;
const MOST_TRIES = 5;
const HOUR_MS = 3_600_000;
/** Maximum codes per hour for one person. */
const MOST_FOR_PERSON = 5;
/**
 * Codes an hour into one Omi account, each for the person who requested it. After that a code is sent only when the one before has expired,
 * five more at most, and is valid for all users who named this account: Omi accepts ten notifications of an app in an hour, and strangers'
 * requests must not prevent the account's owner from getting a code.
 */
const OWN_CODES_INTO_ACCOUNT = 5;
/** Tries per hour at one Omi account: of one person, and of all together. Only tries of a live code count. */
const TRIES: readonly Limit[] = [
  { by: "account", max: MOST_FOR_PERSON * MOST_TRIES, windowMs: HOUR_MS },
  { by: "everyone", max: 1000, windowMs: HOUR_MS },
];

type World = Pick<Deps, "database" | "omi" | "secret" | "config">;

/** Result of a step of the proof. */
export interface Step {
  outcome: OmiProofOutcome;
  /** Seconds until another code may be sent; 0: now. */
  waitSeconds: number;
  /** Omi's own words when it refused the code. */
  reason: string | null;
}

/**
 * Records the Omi account from the redirect and sends a code into it. Omi does not sign the id, so the redirect proves nothing: any user
 * can combine another person's id with their own state. Nothing is fetched or sent before `proveOmi`.
 * @throws AppError `unavailable`, `gone` (state), `already-taken` (account)
 */
export async function nameOmi(
  world: World,
  actor: Actor,
  { omiUid, state }: { omiUid: string; state: string },
): Promise<Step> {
  const db = world.database.kysely;
  if (world.omi === null) throw new AppError("unavailable", "This server is not connected to Omi.");
  // A state is consumed by any try.
  const spendings = keyRing(world).map((secret) =>
    spendState(db, {
      hash: hashCode(secret, "omi-state", state),
      sessionId: actor.sessionId,
      now: new Date(),
    }),
  );
  if (!(await Promise.all(spendings)).includes(true))
    throw new AppError("gone", "This link has expired. Please start again.");
  const holder = await findPersonOf(db, omiUid);
  if (holder === actor.userId) return step("linked");
  if (holder !== null) throw new AppError("already-taken", "Someone else here has linked this Omi account.");
  await storeNamed(db, actor.userId, omiUid);
  return await sendProofCode(world, actor.userId);
}

/**
 * Sends a new code as a notification into the Omi account the person named. It invalidates the person's earlier code. If too many were sent
 * already, the newest code on that phone is used instead.
 * @throws AppError `unavailable` (no Omi here)
 */
export async function sendProofCode(world: World, userId: string): Promise<Step> {
  const { database, omi, secret } = world;
  if (omi === null) throw new AppError("unavailable", "This server is not connected to Omi.");
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");
  const sendingId = newId();
  const prepared = await database.kysely.transaction().execute(async (tx) => {
    const proof = await lockProof(tx, userId);
    if (proof === null) return step("not-begun");
    const forPerson = fullUntil(await listSendings(tx, { userId }));
    if (forPerson !== null) return step("too-many-codes", { waitSeconds: secondsUntil(forPerson) });
    await lockAccount(tx, proof.uid);
    const sendings = await listSendings(tx, { uid: proof.uid });
    const live = sendings.length < OWN_CODES_INTO_ACCOUNT ? null : liveCode(sendings);
    if (live !== null && live.codeHash === proof.codeHash)
      return step("too-many-codes", { waitSeconds: secondsUntil(live.expiresAt) });
    if (live !== null) {
      await storeCode(tx, userId, { ...live, tries: MOST_TRIES });
      return step("code-sent");
    }
    const codeHash = hashOf(secret, { uid: proof.uid, code });
    const expiresAt = new Date(Date.now() + CODE_LIFE_MS);
    await storeCode(tx, userId, { codeHash, expiresAt, tries: MOST_TRIES });
    await recordSending(tx, { id: sendingId, uid: proof.uid, userId, codeHash });
    return { codeHash, uid: proof.uid };
  });
  if ("outcome" in prepared) return prepared;
  const sent = await sendTo(omi, prepared.uid, { code, productName: world.config.productName });
  if (sent.outcome !== "code-sent")
    await withdrawCode(database.kysely, { codeHash: prepared.codeHash, sendingId });
  return sent;
}

async function sendTo(
  omi: Omi,
  uid: string,
  { code, productName }: { code: string; productName: string },
): Promise<Step> {
  const shown = `${code.slice(0, DIGITS / 2)} ${code.slice(DIGITS / 2)}`;
  const message = `${shown} is your code for ${productName}. Type it there within 10 minutes to connect this Omi account. If you did not ask for it, ignore it.`;
  const sent = await omi.notify(uid, message);
  if (sent.state === "sent") return step("code-sent");
  if (sent.state === "refused") return step("not-sent", { reason: sent.message });
  return step("not-sent", { waitSeconds: sent.waitSeconds });
}

/**
 * Links the Omi account a person named if the code is the one sent into it. A code is valid for ten minutes and five tries, and
 * an Omi account belongs to one person here.
 * @param code eight digits
 */
export async function proveOmi(world: World, { userId }: Actor, code: string): Promise<Step> {
  const db = world.database.kysely;
  const tried = await takeTry(db, userId);
  if (tried === null) return step(await whyNoTry(world, userId));
  const { uid, codeHash, triesLeft } = tried;
  const subject = { address: "", sessionId: null, userId };
  await countAgainstLimits(db, `omi.try|${uid}`, TRIES, subject, world.config.limitFactor);
  if (!keyRing(world).some((secret) => isSame(hashOf(secret, { uid, code }), codeHash ?? "")))
    return step(triesLeft === 0 ? "no-tries-left" : "wrong-code");
  return await db.transaction().execute(async (tx) => {
    if (!(await storeLink(tx, userId, uid))) return step("taken");
    await removeProof(tx, userId);
    await recordAudit(tx, { event: "omi.linked", actorId: userId, objectId: userId });
    return step("linked");
  });
}

async function whyNoTry({ database }: World, userId: string): Promise<OmiProofOutcome> {
  const proof = await findProof(database.kysely, userId);
  if (proof === null) return "not-begun";
  const isOver = proof.expiresAt === null || proof.expiresAt <= new Date();
  return isOver ? "expired" : "no-tries-left";
}

/** A code is only valid for this account. */
function hashOf(secret: string, parts: { uid: string; code: string }): string {
  return hashCode(secret, "omi-code", JSON.stringify([parts.uid, parts.code]));
}

function step(
  outcome: OmiProofOutcome,
  { waitSeconds = 0, reason = null }: { waitSeconds?: number; reason?: string | null } = {},
): Step {
  return { outcome, waitSeconds, reason };
}

/** When another code is allowed for a person, given those of the last hour; null: now. */
function fullUntil(sendings: readonly { sentAt: Date }[]): Date | null {
  const counted = sendings.at(-MOST_FOR_PERSON);
  return counted === undefined ? null : new Date(counted.sentAt.getTime() + HOUR_MS);
}

/** The newest code, if it has not expired. */
function liveCode(sendings: readonly { sentAt: Date; codeHash: string | null }[]) {
  const { sentAt, codeHash = null } = sendings.at(-1) ?? {};
  if (sentAt === undefined || codeHash === null) return null;
  const expiresAt = new Date(sentAt.getTime() + CODE_LIFE_MS);
  return expiresAt <= new Date() ? null : { codeHash, expiresAt };
}

function secondsUntil(time: Date): number {
  return Math.max(1, Math.ceil((time.getTime() - Date.now()) / 1000));
}
