import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** What happened, as those who listen hear it. */
export interface NewEvent {
  /** `noun` or `noun-verb`, such as `vibe-update`; at most 60 characters. */
  event: string;
  /** JSON; small: the id of what changed rather than the thing itself. */
  data: unknown;
}

/**
 * Tells one person's own pages. Use it in the transaction of what happened: it is heard once that is committed, on every
 * server, and not at all when it is rolled back.
 */
export async function publishToPerson(db: Kysely<Schema>, userId: string, event: NewEvent): Promise<void> {
  await publish(db, [{ channel: personChannel(userId), ...event }]);
}

/** As `publishToPerson`, to everybody who may hear an entity: a person, or the people of a community. */
export async function publishToEntity(db: Kysely<Schema>, entityId: string, event: NewEvent): Promise<void> {
  await publish(db, [{ channel: entityChannel(entityId), ...event }]);
}

/** Several at once, in this order. */
export async function publish(
  db: Kysely<Schema>,
  events: readonly (NewEvent & { channel: string })[],
): Promise<void> {
  if (events.length === 0) return;
  // In this order: their numbers follow it.
  await sql`
    insert into events (channel, event, data)
    select given ->> 'channel', given ->> 'event', given -> 'data'
    from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as list (given, place) order by place
  `.execute(db);
}

export function personChannel(userId: string): string {
  return `me-${userId}`;
}

export function entityChannel(entityId: string): string {
  return `user-${entityId}`;
}
