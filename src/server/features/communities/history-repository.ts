import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export const EVENT_PREFIX = "community.";

/** The audit log's entries about a community, newest first. */
export async function listAuditOf(db: Kysely<Schema>, communityId: string, limit: number) {
  return await db
    .selectFrom("audit_log")
    .leftJoin("users", "users.id", "audit_log.actor_id")
    .select([
      "audit_log.id",
      "at",
      "event",
      "users.pseudonym as by",
      sql<string | null>`detail ->> 'person'`.as("person"),
    ])
    .where("object_id", "=", communityId)
    .where(sql<boolean>`starts_with(event, ${EVENT_PREFIX})`)
    .orderBy("at", "desc")
    .orderBy("audit_log.id", "desc")
    .limit(limit)
    .execute();
}
