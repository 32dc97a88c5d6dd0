import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface InviteLink {
  /** Random; part of the link's signature. */
  nonce: string;
  madeBy: string;
  /** Null when the account is deleted. */
  madeByPseudonym: string | null;
  madeAt: Date;
}

export async function findInvite(db: Kysely<Schema>, communityId: string): Promise<InviteLink | null> {
  const row = await db
    .selectFrom("community_invites")
    .leftJoin("users", "users.id", "community_invites.made_by")
    .select(["nonce", "made_by as madeBy", "users.pseudonym as madeByPseudonym", "made_at as madeAt"])
    .where("community_id", "=", communityId)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces the current invite. */
export async function storeInvite(
  db: Kysely<Schema>,
  invite: { communityId: string; nonce: string; madeBy: string },
): Promise<void> {
  const row = { nonce: invite.nonce, made_by: invite.madeBy, made_at: sql<Date>`now()` };
  await db
    .insertInto("community_invites")
    .values({ community_id: invite.communityId, ...row })
    .onConflict((conflict) => conflict.column("community_id").doUpdateSet(row))
    .execute();
}

/** @param madeBy only if one of these people made it */
export async function deleteInvite(
  db: Kysely<Schema>,
  communityId: string,
  madeBy: readonly string[] | null = null,
): Promise<boolean> {
  const result = await db
    .deleteFrom("community_invites")
    .where("community_id", "=", communityId)
    .$if(madeBy !== null, (query) =>
      query.where("made_by", "=", sql<string>`any(${[...(madeBy ?? [])]}::text[])`),
    )
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
