import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** A person's proposals that wait for an answer; of more, the newest. */
const MOST_PROPOSALS = 20;

/** Words that become a memory, of the same id, once their person says so. */
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

/** Takes a person's proposal out of the world: of two presses at once one gets it. Null when there is none such. */
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
