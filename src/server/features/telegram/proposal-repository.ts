import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** Maximum waiting proposals of a person; the newest are kept. */
const MOST_PROPOSALS = 20;

/** Text that becomes a memory with the same id when its person confirms. */
export interface Proposal {
  id: string;
  userId: string;
  content: string;
}

export async function storeProposal(db: Kysely<Schema>, { id, userId, content }: Proposal): Promise<void> {
  await db.insertInto("telegram_proposals").values({ id, user_id: userId, content }).execute();
  await sql`
    delete from telegram_proposals where user_id = ${userId} and (created_at, id) <= (
      select created_at, id from telegram_proposals where user_id = ${userId}
      order by created_at desc, id desc offset ${MOST_PROPOSALS} limit 1
    )
  `.execute(db);
}

/** Deletes and returns a person's proposal. Of two concurrent presses one gets it. Null when it does not exist. */
export async function takeProposal(
  db: Kysely<Schema>,
  { id, userId, since }: { id: string; userId: string; since: Date },
): Promise<(Proposal & { createdAt: Date }) | null> {
  const taken = await db
    .deleteFrom("telegram_proposals")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .returning(["id", "user_id as userId", "content", "created_at as createdAt"])
    .executeTakeFirst();
  return taken ?? null;
}

export async function forgetOldProposals(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom("telegram_proposals").where("created_at", "<", before).execute();
}
