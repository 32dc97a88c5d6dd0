import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** An event as its followers receive it. */
export interface NewEvent {
  /** `noun` or `noun-verb`, such as `vibe-update`. At most 60 characters. */
  event: string;
  /** JSON. Keep it small: send the id of the changed object, not the object. */
  data: unknown;
}

/**
 * Publishes an event to the pages of one user. Call it in the transaction of the change: every server delivers the event after the commit,
 * and a rollback drops it.
 */
export async function publishToPerson(db: Kysely<Schema>, userId: string, event: NewEvent): Promise<void> {
  await publish(db, [{ channel: personChannel(userId), ...event }]);
}

/** Like `publishToPerson`, for all users who may follow an entity: a person, or the members of a community. */
export async function publishToEntity(db: Kysely<Schema>, entityId: string, event: NewEvent): Promise<void> {
  await publish(db, [{ channel: entityChannel(entityId), ...event }]);
}

/** Publishes several events in this order. */
export async function publish(
  db: Kysely<Schema>,
  events: readonly (NewEvent & { channel: string })[],
): Promise<void> {
  if (events.length === 0) return;
  // Inserted in order, because the sequence numbers follow the order of insertion.
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
