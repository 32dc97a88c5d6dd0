import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** Asks people to be admins. Does not replace an earlier invitation, nor the admin who made it. */
export async function storeAdminInvitations(
  db: Kysely<Schema>,
  communityId: string,
  userIds: readonly string[],
  invitedBy: string,
): Promise<void> {
  await sql`
    insert into community_admin_invitations (community_id, user_id, invited_by)
    select ${communityId}, id, ${invitedBy} from unnest(${[...userIds]}::text[]) as input (id)
    on conflict do nothing`.execute(db);
}

export async function deleteAdminInvitations(
  db: Kysely<Schema>,
  communityId: string,
  userIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("community_admin_invitations")
    .where("community_id", "=", communityId)
    .where("user_id", "=", sql<string>`any(${[...userIds]}::text[])`)
    .execute();
}

export async function deleteAdminInvitationsBy(
  db: Kysely<Schema>,
  communityId: string,
  invitedBy: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("community_admin_invitations")
    .where("community_id", "=", communityId)
    .where("invited_by", "=", sql<string>`any(${[...invitedBy]}::text[])`)
    .execute();
}

/** Deletes invitations made by admin login, except those by this person. */
export async function deleteAdminInvitationsByLogin(
  db: Kysely<Schema>,
  communityId: string,
  exceptBy: string,
): Promise<void> {
  await sql`
    delete from community_admin_invitations made where community_id = ${communityId}
      and invited_by is distinct from ${exceptBy}
      and not exists (select from community_people p
        where p.community_id = made.community_id and p.user_id = made.invited_by and p.role = 'admin')`.execute(
    db,
  );
}

/** The admin who invited this person; null when that account is deleted, or there is no invitation. */
export async function findInviter(
  db: Kysely<Schema>,
  communityId: string,
  userId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("community_admin_invitations")
    .select("invited_by")
    .where("community_id", "=", communityId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.invited_by ?? null;
}
