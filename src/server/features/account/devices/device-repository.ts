import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** A session without its token. */
export interface DeviceRow {
  id: string;
  /** Null for a session older than device names. */
  name: string | null;
  signedInAt: Date;
  lastUsedAt: Date;
}

/** Precision of the last use. */
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

/** Records that a session is in use. Rarely writes. */
export async function touchSession(db: Kysely<Schema>, sessionId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ updated_at: sql<Date>`now()` })
    .where("id", "=", sessionId)
    .where(sql<boolean>`updated_at < now() - ${TOUCHED_WITHIN}`)
    .execute();
}

/** Returns false when the person has no such session. */
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

/** Deletes all sessions of a person except one. @returns the number deleted */
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

/** The hash of a person's password; null for a person without one. */
export async function findPasswordHash(db: Kysely<Schema>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("accounts")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return row?.password ?? null;
}

/** Returns false when the password has been changed since the given hash was read. */
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
