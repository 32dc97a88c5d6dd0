import type { Kysely } from "kysely";
import type { communityEvents } from "#shared/features/communities/people-contract.ts";
import type { Schema } from "#server/db/schema.ts";
import { EVENT_PREFIX } from "./repository.ts";
import { recordAudit } from "#server/http/audit.ts";

export type CommunityEvent = (typeof communityEvents)[number];

interface Deed {
  actorId: string | null;
  /** The affected person. */
  person?: { userId: string; pseudonym: string };
}

/** Adds an entry to the history that a community's admins can read. */
export async function auditCommunity(
  db: Kysely<Schema>,
  communityId: string,
  event: CommunityEvent,
  deed: Deed,
): Promise<void> {
  await auditAll(db, communityId, [{ event, ...deed }]);
}

/** Like `auditCommunity`, for several entries at once. */
export async function auditAll(
  db: Kysely<Schema>,
  communityId: string,
  deeds: readonly (Deed & { event: CommunityEvent })[],
): Promise<void> {
  await recordAudit(
    db,
    deeds.map(({ event, actorId, person }) => ({
      event: `${EVENT_PREFIX}${event}`,
      actorId,
      objectId: communityId,
      detail: person === undefined ? {} : { person: person.pseudonym, personId: person.userId },
    })),
  );
}
