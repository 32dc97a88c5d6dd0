import { type Kysely, sql } from "kysely";
import { adminUsernameKey } from "#shared/features/communities/admin-login.ts";
import type { Schema } from "#server/db/schema.ts";

/** Credentials of a community's admin login. */
export interface AdminLogin {
  communityId: string;
  passwordHash: string;
}

export async function findAdminLogin(db: Kysely<Schema>, username: string): Promise<AdminLogin | null> {
  const row = await db
    .selectFrom("community_logins")
    .select(["community_id as communityId", "password_hash as passwordHash"])
    .where("username_key", "=", adminUsernameKey(username))
    .executeTakeFirst();
  return row ?? null;
}

/** Admin usernames by community id, for communities with a login. */
export async function listAdminUsernames(
  db: Kysely<Schema>,
  communityIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (communityIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("community_logins")
    .select(["community_id", "admin_username"])
    .where("community_id", "in", communityIds)
    .execute();
  return new Map(rows.map((row) => [row.community_id, row.admin_username]));
}

/**
 * Sets or replaces a community's admin login.
 * @param login.passwordHash null: the password is unchanged
 * @returns `taken` when another community has this username; `no-password` when a password is neither stored nor given
 */
export async function storeAdminLogin(
  db: Kysely<Schema>,
  login: { communityId: string; username: string; passwordHash: string | null },
): Promise<"stored" | "taken" | "no-password"> {
  const { communityId, username, passwordHash } = login;
  const usernameKey = adminUsernameKey(username);
  // Communities requesting the same name are serialized, so that the second one gets an error message instead of a failure.
  await sql`select pg_advisory_xact_lock(hashtext('community-login'), hashtext(${usernameKey}))`.execute(db);
  const holder = await db
    .selectFrom("community_logins")
    .select("community_id")
    .where("username_key", "=", usernameKey)
    .executeTakeFirst();
  if (holder !== undefined && holder.community_id !== communityId) return "taken";
  const row = { admin_username: username, username_key: usernameKey, updated_at: sql<Date>`now()` };
  if (passwordHash === null) {
    const result = await db
      .updateTable("community_logins")
      .set(row)
      .where("community_id", "=", communityId)
      .executeTakeFirst();
    return result.numUpdatedRows === 0n ? "no-password" : "stored";
  }
  await db
    .insertInto("community_logins")
    .values({ community_id: communityId, ...row, password_hash: passwordHash })
    .onConflict((conflict) =>
      conflict.column("community_id").doUpdateSet({ ...row, password_hash: passwordHash }),
    )
    .execute();
  return "stored";
}

/** Elevates a session to admin until the given time. */
export async function elevate(
  db: Kysely<Schema>,
  elevation: { communityId: string; sessionId: string; userId: string; until: Date },
): Promise<void> {
  const { communityId, sessionId, userId, until } = elevation;
  await db
    .deleteFrom("community_elevations")
    .where("until", "<", sql<Date>`now()`)
    .execute();
  await db
    .insertInto("community_elevations")
    .values({ community_id: communityId, session_id: sessionId, user_id: userId, until })
    .onConflict((conflict) => conflict.columns(["community_id", "session_id"]).doUpdateSet({ until }))
    .execute();
}

/** Expiry of this session's elevations, by community id. */
export async function listElevations(
  db: Kysely<Schema>,
  sessionId: string,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom("community_elevations")
    .select(["community_id", "until"])
    .where("session_id", "=", sessionId)
    .where("until", ">", sql<Date>`now()`)
    .execute();
  return new Map(rows.map((row) => [row.community_id, row.until]));
}

/** Whether a user is elevated in any of their sessions. */
export async function hasElevation(
  db: Kysely<Schema>,
  communityId: string,
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("community_elevations")
    .select("user_id")
    .where("community_id", "=", communityId)
    .where("user_id", "=", userId)
    .where("until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends elevations. @param who all except this session, or only those of these people */
export async function endElevations(
  db: Kysely<Schema>,
  communityId: string,
  who: { exceptSession: string } | { userIds: readonly string[] },
): Promise<void> {
  const query = db.deleteFrom("community_elevations").where("community_id", "=", communityId);
  await (
    "userIds" in who
      ? query.where("user_id", "=", sql<string>`any(${[...who.userIds]}::text[])`)
      : query.where("session_id", "!=", who.exceptSession)
  ).execute();
}
