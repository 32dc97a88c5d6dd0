import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { DELETION } from "#shared/outbox/operation.ts";
import type { Actor } from "../request/actor.ts";
import { AppError, notFound } from "../app-error.ts";

/**
 * The error for changing something that does not exist.
 * @param thing for the sentence, such as "This need"
 * @returns AppError `gone` or `not-found`
 */
export async function goneOrNotFound(
  db: Kysely<Schema>,
  actor: Actor,
  id: string,
  thing?: string,
): Promise<AppError> {
  if (!(await wasDeletedBy(db, actor, id))) return notFound(thing);
  return new AppError("gone", "This was deleted on another device.");
}

/**
 * Whether the user has deleted the object: as long as the answers stored for retries show it (30 days). Only this user learns it, so ids cannot
 * be probed. The response of a deletion has the `id` of the object.
 */
export async function wasDeletedBy(db: Kysely<Schema>, actor: Actor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from idempotency_keys
    where answer is not null and answer_ids(answer) ?| ${[id]}::text[] and answer ->> 'id' = ${id}
      and user_id = ${actor.userId} and endpoint_id like ${`%${DELETION}%`}
    limit 1
  `.execute(db);
  return rows.length > 0;
}
