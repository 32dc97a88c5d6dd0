import type { Kysely } from "kysely";
import type { communityEvents } from "#shared/features/communities/people-contract.ts";
import type { Schema } from "#server/db/schema.ts";
import { EVENT_PREFIX } from "#server/features/communities/history-repository.ts";
import { recordAudit } from "#server/http/audit.ts";

export type CommunityEvent = (typeof communityEvents)[number];

/** Writes into the history that a community's admins can read. @param person whom it was done to */
export async function auditCommunity(
  db: Kysely<Schema>,
  communityId: string,
  event: CommunityEvent,
  { actorId, person }: { actorId: string | null; person?: { userId: string; pseudonym: string } },
): Promise<void> {
  await recordAudit(db, {
    event: `${EVENT_PREFIX}${event}`,
    actorId,
    objectId: communityId,
    detail: person === undefined ? {} : { person: person.pseudonym, personId: person.userId },
  });
}
