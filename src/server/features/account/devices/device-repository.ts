import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** A session without its token. */
export interface DeviceRow {
  id: string;
  /** Null for a session from before devices had names. */
  name: string | null;
  signedInAt: Date;
  lastUsedAt: Date;
}

/** How exactly the last use is known. */
const TOUCHED_WITHIN = sql`interval '15 minutes'`;

export async function listDeviceRows(db: Kysely<Schema>, userId: string): Promise<DeviceRow[]> {
  return await db
    .selectFrom("sessions")
    .select(["id", "user_agent as name", "created_at as signedInAt", "updated_at as lastUsedAt"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .execute();
}

/** Notes that a session is in use; seldom writes. */
export async function touchSession(db: Kysely<Schema>, sessionId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ updated_at: sql<Date>`now()` })
    .where("id", "=", sessionId)
    .where(sql<boolean>`updated_at < now() - ${TOUCHED_WITHIN}`)
    .execute();
}

/** False when the person has no such session. */
export async function deleteSessionOf(
  db: Kysely<Schema>,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const row = await db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** All of a person but one. @returns how many */
export async function deleteOtherSessions(
  db: Kysely<Schema>,
  userId: string,
  queuedId: string,
): Promise<number> {
  const rows = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "!=", queuedId)
    .returning("id")
    .execute();
  return rows.length;
}

/** The hash of a person's password; null for who has none. */
export async function findPasswordHash(db: Kysely<Schema>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("accounts")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return row?.password ?? null;
}

/** False when the password is not the former one any more. */
export async function replacePassword(
  db: Kysely<Schema>,
  userId: string,
  { former, next }: { former: string; next: string },
): Promise<boolean> {
  const row = await db
    .updateTable("accounts")
    .set({ password: next, updated_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .where("password", "=", former)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteResetCode(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom("reset_codes").where("user_id", "=", userId).execute();
}
