import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface AuditEvent {
  /** `feature.what-happened`. */
  event: string;
  /** Who did it; null when nobody is known, as with a failed sign-in. */
  actorId: string | null;
  /** What it was done to. */
  objectId?: string | null;
  /** Facts for the operator. Never a body, a secret or a contact. */
  detail?: Record<string, string | number | boolean>;
}

/** Appends to the audit log; inside a transaction, with the change it tells of. */
export async function recordAudit(db: Kysely<Schema>, event: AuditEvent): Promise<void> {
  await db
    .insertInto("audit_log")
    .values({
      event: event.event,
      actor_id: event.actorId,
      object_id: event.objectId ?? null,
      detail: JSON.stringify(event.detail ?? {}),
    })
    .execute();
}
