import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface Someone {
  userId: string;
  pseudonym: string;
}

/** People with an account whose folded pseudonym begins with `prefix`, ordered by name, at most `limit`. */
export async function searchPeople(
  db: Kysely<Schema>,
  prefix: string,
  { exceptOf, limit }: { exceptOf: string | null; limit: number },
): Promise<Someone[]> {
  return await db
    .selectFrom("users")
    .select(["id as userId", "pseudonym"])
    .where("is_anonymous", "=", false)
    .where(sql<boolean>`starts_with(pseudonym_key, ${prefix})`)
    .$if(exceptOf !== null, (query) =>
      query.where("id", "not in", (from) =>
        from
          .selectFrom("community_people")
          .select("user_id")
          .where("community_id", "=", exceptOf ?? ""),
      ),
    )
    .orderBy(sql`lower(pseudonym)`)
    .limit(limit)
    .execute();
}

/** People with an account, by ids or folded pseudonyms. */
export async function findPeople(
  db: Kysely<Schema>,
  { ids, keys }: { ids: readonly string[]; keys: readonly string[] },
): Promise<(Someone & { key: string })[]> {
  const rows = await db
    .selectFrom("users")
    .select(["id as userId", "pseudonym", "pseudonym_key as key"])
    .where("is_anonymous", "=", false)
    .where((row) =>
      row.or([sql<boolean>`id = any(${ids}::text[])`, sql<boolean>`pseudonym_key = any(${keys}::text[])`]),
    )
    .execute();
  return rows.map((row) => ({ ...row, key: row.key ?? "" }));
}

/** Whether a user is an admin of any community, by membership or by elevation of this session. */
export async function isAdminAnywhere(
  db: Kysely<Schema>,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from community_people where user_id = ${userId} and role = 'admin')
        or exists (select from community_elevations where session_id = ${sessionId} and until > now()) as "is"`.execute(
    db,
  );
  return rows[0]?.is ?? false;
}

/** Each person once. A role of null removes the person. */
export async function writeRoles(
  db: Kysely<Schema>,
  communityId: string,
  roles: readonly { userId: string; role: "admin" | "member" | null }[],
): Promise<void> {
  const out = roles.flatMap(({ userId, role }) => (role === null ? [userId] : []));
  if (out.length > 0) {
    await db
      .deleteFrom("community_people")
      .where("community_id", "=", communityId)
      .where("user_id", "=", sql<string>`any(${out}::text[])`)
      .execute();
  }
  const granted = roles.filter(({ role }) => role !== null);
  if (granted.length > 0) {
    await sql`
      insert into community_people (community_id, user_id, role)
      select ${communityId}, "userId", role
      from jsonb_to_recordset(${JSON.stringify(granted)}::jsonb) as input ("userId" text, role text)
      on conflict (community_id, user_id) do update set role = excluded.role
    `.execute(db);
  }
  // The record includes its people, but their changes do not raise the version: an admin's panel does not become stale when a user joins.
  await db
    .updateTable("communities")
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", communityId)
    .execute();
}
