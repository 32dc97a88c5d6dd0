import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { entityChannel, personChannel } from "#server/events/publish.ts";
import { listMemberships } from "#server/features/communities/repository.ts";

/** The channels a person may follow: their own, and of the requested entities the person and the communities they belong to. */
export async function allowedChannels(
  db: Kysely<Schema>,
  userId: string,
  asked: readonly string[],
): Promise<string[]> {
  const mine = new Set(asked.length === 0 ? [] : [userId, ...(await listMemberships(db, userId))]);
  return [
    personChannel(userId),
    ...asked.filter((entityId) => mine.has(entityId)).map((entityId) => entityChannel(entityId)),
  ];
}
