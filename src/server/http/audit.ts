import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface AuditEvent {
  /** `feature.what-happened`. */
  event: string;
  /** The user who acted; null when unknown, as for a failed sign-in. */
  actorId: string | null;
  /** The object of the action. */
  objectId?: string | null;
  /** Facts for the operator. Never a request body, a secret or a contact. */
  detail?: Record<string, string | number | boolean>;
}

/** Appends to the audit log. Inside a transaction, the entry commits together with the change it describes. */
export async function recordAudit(
  db: Kysely<Schema>,
  events: AuditEvent | readonly AuditEvent[],
): Promise<void> {
  const rows = ("event" in events ? [events] : events).map(({ event, actorId, objectId, detail }) => ({
    event,
    actor_id: actorId,
    object_id: objectId ?? null,
    detail: detail ?? {},
  }));
  await sql`
    insert into audit_log (event, actor_id, object_id, detail)
    select event, actor_id, object_id, detail from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as input (event text, actor_id text, object_id text, detail jsonb)
  `.execute(db);
}
