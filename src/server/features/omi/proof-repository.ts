import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface Proof {
  uid: string;
  /** Null: no code was sent, or it is used up. */
  codeHash: string | null;
  expiresAt: Date | null;
  triesLeft: number;
}

const proofColumns = [
  "uid",
  "code_hash as codeHash",
  "expires_at as expiresAt",
  "tries_left as triesLeft",
] as const;

/** Stores the Omi account a person claims to own, replacing an earlier claim. */
export async function storeNamed(db: Kysely<Schema>, userId: string, uid: string): Promise<void> {
  const fresh = { uid, code_hash: null, expires_at: null, tries_left: 0, named_at: sql<Date>`now()` };
  await db
    .insertInto("omi_proofs")
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(fresh))
    .execute();
}

export async function findProof(db: Kysely<Schema>, userId: string): Promise<Proof | null> {
  const proof = await db
    .selectFrom("omi_proofs")
    .select(proofColumns)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return proof ?? null;
}

/** Like `findProof`, but locks the row until the transaction ends, so that no other call sends a code for this person. */
export async function lockProof(tx: Kysely<Schema>, userId: string): Promise<Proof | null> {
  const proof = await tx
    .selectFrom("omi_proofs")
    .select(proofColumns)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  return proof ?? null;
}

/** Stores a new code, which invalidates the one before it. */
export async function storeCode(
  db: Kysely<Schema>,
  userId: string,
  { codeHash, expiresAt, tries }: { codeHash: string; expiresAt: Date; tries: number },
): Promise<void> {
  await db
    .updateTable("omi_proofs")
    .set({ code_hash: codeHash, expires_at: expiresAt, tries_left: tries })
    .where("user_id", "=", userId)
    .execute();
}

/** Withdraws a code that never arrived, from all users who have it, together with the record that it was sent. */
export async function withdrawCode(
  db: Kysely<Schema>,
  { codeHash, sendingId }: { codeHash: string; sendingId: string },
): Promise<void> {
  await db
    .updateTable("omi_proofs")
    .set({ code_hash: null, expires_at: null, tries_left: 0 })
    .where("code_hash", "=", codeHash)
    .execute();
  await db.deleteFrom("omi_codes_sent").where("id", "=", sendingId).execute();
}

/**
 * Uses up one try of the newest code before it is checked, so that concurrent guesses all count.
 * @returns null when there is no code, or it has expired or has no tries left
 */
export async function takeTry(db: Kysely<Schema>, userId: string): Promise<Proof | null> {
  const proof = await db
    .updateTable("omi_proofs")
    .set({ tries_left: sql<number>`tries_left - 1` })
    .where("user_id", "=", userId)
    .where("code_hash", "is not", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .where("tries_left", ">", 0)
    .returning(proofColumns)
    .executeTakeFirst();
  return proof ?? null;
}

export async function removeProof(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom("omi_proofs").where("user_id", "=", userId).execute();
}

export async function recordSending(
  db: Kysely<Schema>,
  { id, uid, userId, codeHash }: { id: string; uid: string; userId: string; codeHash: string },
): Promise<void> {
  await db.insertInto("omi_codes_sent").values({ id, uid, user_id: userId, code_hash: codeHash }).execute();
}

/** Prevents all other calls from sending a code into this account until the transaction ends. */
export async function lockAccount(tx: Kysely<Schema>, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('omi-code'), hashtext(${uid}))`.execute(tx);
}

/** The codes that were sent into this account, or for this person, in the last hour; oldest first. */
export async function listSendings(
  db: Kysely<Schema>,
  by: { uid: string } | { userId: string },
): Promise<{ sentAt: Date; codeHash: string | null }[]> {
  const [column, value] = "uid" in by ? (["uid", by.uid] as const) : (["user_id", by.userId] as const);
  return await db
    .selectFrom("omi_codes_sent")
    .select(["sent_at as sentAt", "code_hash as codeHash"])
    .where(column, "=", value)
    .where("sent_at", ">", sql<Date>`now() - interval '1 hour'`)
    .orderBy("sent_at")
    .execute();
}
