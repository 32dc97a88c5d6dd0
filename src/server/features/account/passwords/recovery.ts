import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { newId } from "#shared/id.ts";
import { unlinked } from "#shared/features/chat/model-links.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import {
  deleteSessionsOf,
  findPersonByKey,
  spendResetCode,
  storePassword,
  storeResetCode,
  takeResetTry,
} from "../repository.ts";
import { AppError } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";
import { hashCode, isSame } from "#server/config/secret.ts";

const CODE_LENGTH = 8;
const CODE_LIFE_MS = 30 * 60_000;
/**
 * Maximum tries from all addresses, for a code of 40 bits. Each server accepts about 18,000 tries during a code's lifetime: ten a
 * second.
 */
const CODE_TRIES = 100_000;
/**
 * Mail replaces neither a mailed code younger than this nor an operator's valid code. Strangers who request codes can thus neither
 * invalidate a user's code nor fill the mailbox: it receives at most four mails an hour.
 */
const MAIL_AGAIN_MS = 15 * 60_000;
/** Crockford's base32, without I, L, O and U, so that a code can be read aloud. 8 characters are 40 bits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export interface IssuedCode {
  pseudonym: string;
  code: string;
  expiresAt: Date;
}

/** Creates a code for the operator to hand out, replacing an older one. Null when there is no such account. */
export async function issueCode(
  db: Kysely<Schema>,
  secret: string,
  pseudonym: string,
): Promise<IssuedCode | null> {
  const person = await findPersonByKey(db, foldPseudonym(pseudonym));
  return person === undefined ? null : await issueCodeTo(person, db, secret, "operator");
}

/**
 * Mails a code if the account exists and has an e-mail address. The response reveals neither. The caller must not await it, because the
 * duration would reveal it.
 */
export async function mailCode(deps: Deps, pseudonym: string): Promise<void> {
  const { mailer, database, secret, config } = deps;
  const person = await findPersonByKey(database.kysely, foldPseudonym(pseudonym));
  if (mailer === null || person === undefined || person.email === null) return;
  const issued = await issueCodeTo(person, database.kysely, secret, "mail");
  if (issued === null) return;
  const { code } = issued;
  const mail = {
    to: person.email,
    subject: `Your ${config.productName} code`,
    text: [
      `Hello ${unlinked(person.pseudonym)},`,
      `your code for a new ${config.productName} password is ${code}`,
      `It works once, for ${CODE_LIFE_MS / 60_000} minutes. If you did not ask for it, you can forget this mail.`,
    ].join("\n\n"),
  };
  try {
    await mailer.send(mail);
  } catch (error) {
    await spendResetCode(database.kysely, person.userId, hashResetCode(secret, person.userId, code));
    throw error;
  }
}

/**
 * Sets a new password with a code, and ends every session of the account.
 * @throws AppError `invalid-credentials`, the same for a wrong, used or expired code and an unknown account
 */
export async function setPassword(
  db: Kysely<Schema>,
  secrets: readonly string[],
  input: { pseudonym: string; code: string; passwordHash: string },
): Promise<void> {
  const refused = new AppError(
    "invalid-credentials",
    "This code isn’t valid, or has expired. Check it, or ask for a new one.",
    { fields: [{ path: "code", message: "This code is not valid, or not any more." }] },
  );
  // Outside the transaction, so that a wrong try is counted.
  const tried = await takeResetTry(db, foldPseudonym(input.pseudonym));
  if (tried === undefined) throw refused;
  const { userId, codeHash } = tried;
  if (!secrets.some((secret) => isSame(hashResetCode(secret, userId, input.code), codeHash))) {
    await recordAudit(db, { event: "account.reset-failed", actorId: null, objectId: userId });
    throw refused;
  }
  await db.transaction().execute(async (tx) => {
    if (!(await spendResetCode(tx, userId, codeHash))) throw refused;
    await storePassword(tx, { id: newId(), userId, passwordHash: input.passwordHash });
    await deleteSessionsOf(tx, userId);
    await recordAudit(tx, { event: "account.reset", actorId: userId, objectId: userId });
  });
}

/** @returns null when the mail would replace a recent code */
async function issueCodeTo(
  { userId, pseudonym }: { userId: string; pseudonym: string },
  db: Kysely<Schema>,
  secret: string,
  issuedBy: "mail" | "operator",
): Promise<IssuedCode | null> {
  const code = newCode();
  const expiresAt = new Date(Date.now() + CODE_LIFE_MS);
  return await db.transaction().execute(async (tx) => {
    const codeHash = hashResetCode(secret, userId, code);
    const isOperators = issuedBy === "operator";
    const row = { userId, codeHash, tries: CODE_TRIES, expiresAt, isOperators };
    if (!(await storeResetCode(tx, row, new Date(expiresAt.getTime() - MAIL_AGAIN_MS)))) return null;
    await recordAudit(tx, {
      event: "account.reset-code",
      actorId: null,
      objectId: userId,
      detail: { issuedBy },
    });
    return { pseudonym, code, expiresAt };
  });
}

function newCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

/** Keyed, so that a copy of the database does not reveal codes. Reads I and L as 1, and O as 0. */
function hashResetCode(secret: string, userId: string, code: string): string {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll(/[IL]/g, "1").replaceAll("O", "0");
  return hashCode(secret, "reset-code", `${userId}:${plain}`);
}
