import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { Actor } from "../request/actor.ts";
import { AppError, notFound } from "../app-error.ts";

/**
 * The error for changing something that does not exist. It reports a deletion only to the user who deleted the object, as long as the
 * answers stored for retries show it (30 days). Ids cannot be probed this way. A deletion is a call named `<feature>.delete` whose response
 * has the `id` of the deleted object.
 * @param thing for the sentence, such as "This need"
 * @returns AppError `gone` or `not-found`
 */
export async function goneOrNotFound(
  db: Kysely<Schema>,
  actor: Actor,
  id: string,
  thing?: string,
): Promise<AppError> {
  const { rows } = await sql`
    select 1 from idempotency_keys
    where answer is not null and answer_ids(answer) ?| ${[id]}::text[] and answer ->> 'id' = ${id}
      and user_id = ${actor.userId} and endpoint_id like '%.delete'
    limit 1
  `.execute(db);
  return rows.length === 0 ? notFound(thing) : new AppError("gone", "This was deleted on another device.");
}
