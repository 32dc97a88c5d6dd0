import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { relationOf } from "#server/features/communities/people/authorize.ts";
import { listElevations } from "#server/features/communities/founding/login-repository.ts";
import { findCommunityRecord } from "#server/features/communities/repository.ts";
import { lockResourceRecord, type ResourceRecord } from "#server/features/resources/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { type Authorized, prove } from "#server/http/authorized.ts";
import type { Relation } from "#server/http/policy.ts";

/** Relations that may put a tag on a thing: its owner, and admins of the community whose library has it. */
export const taggable = { allow: ["owner", "admin"], denied: "not-found" } as const;

/**
 * The resource of a tag request, locked until the transaction ends.
 * @throws AppError `not-found`
 */
export async function authorizeTag(
  db: Kysely<Schema>,
  actor: Actor,
  resourceId: string,
): Promise<Authorized<ResourceRecord, "owner" | "admin">> {
  const record = await lockResourceRecord(db, resourceId);
  if (record === null) throw notFound("This resource");
  return prove(record, await relationTo(db, actor, record), taggable);
}

async function relationTo(db: Kysely<Schema>, actor: Actor, record: ResourceRecord): Promise<Relation> {
  if (record.createdBy === actor.userId) return "owner";
  const community = await findCommunityRecord(db, record.communityId);
  if (community === null) return "stranger";
  return relationOf(community, actor.userId, await listElevations(db, actor.sessionId));
}
