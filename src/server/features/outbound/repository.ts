import { type Kysely, type SqlBool, sql } from "kysely";
import type {
  OutboundCallView,
  OutboundOutcome,
  OutboundPurpose,
} from "#shared/features/outbound/contract.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

export const outboundOwnedColumns: readonly OwnedColumn[] = [{ table: "outbound_calls", column: "user_id" }];

export interface OutboundRecord extends Omit<OutboundCallView, "isMine" | "purpose" | "outcome"> {
  userId: string | null;
  purpose: OutboundPurpose;
  outcome: OutboundOutcome;
}

/** The end of a page: the last row's time and id. */
export interface OutboundCursor {
  lastAt: Date;
  id: string;
}

/** Inserts new calls, and updates earlier ones. Calls of deleted users are skipped. */
export async function storeOutbound(db: Kysely<Schema>, records: readonly OutboundRecord[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as given (
    id text, "userId" text, at timestamptz, times integer, "lastAt" timestamptz, purpose text, reason text, method text,
    host text, path text, fields text[], sent text, "bytesSent" bigint, "bytesReceived" bigint, outcome text,
    status integer, "durationMs" integer)`;
  await sql`
    update outbound_calls known set times = given.times, last_at = given."lastAt", bytes_sent = given."bytesSent",
      bytes_received = given."bytesReceived", outcome = given.outcome, status = given.status,
      duration_ms = given."durationMs"
    from ${given} where known.id = given.id`.execute(db);
  await sql`
    insert into outbound_calls
    select * from ${given}
    where "userId" is null or exists (select from users where users.id = "userId")
    on conflict (id) do nothing`.execute(db);
}

/** Newest first. @param userId null: all users */
export async function pageOfOutbound(
  db: Kysely<Schema>,
  userId: string | null,
  before: OutboundCursor | null,
  limit: number,
): Promise<OutboundRecord[]> {
  const mine: ReturnType<typeof sql<SqlBool>> = userId === null ? sql`true` : sql`user_id = ${userId}`;
  const older: ReturnType<typeof sql<SqlBool>> =
    before === null ? sql`true` : sql`(last_at, id) < (${before.lastAt}, ${before.id})`;
  const rows = await db
    .selectFrom("outbound_calls")
    .selectAll()
    .where(mine)
    .where(older)
    .orderBy("last_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    at: row.at.toISOString(),
    times: row.times,
    lastAt: row.last_at.toISOString(),
    // Written only by `storeOutbound`.
    purpose: row.purpose as OutboundPurpose,
    reason: row.reason,
    method: row.method,
    host: row.host,
    path: row.path,
    fields: row.fields,
    sent: row.sent,
    bytesSent: row.bytes_sent === null ? null : Number(row.bytes_sent),
    bytesReceived: Number(row.bytes_received),
    outcome: row.outcome as OutboundOutcome,
    status: row.status,
    durationMs: row.duration_ms,
  }));
}

export async function forgetOldOutbound(
  db: Kysely<Schema>,
  retention: { since: Date; calls: number },
): Promise<void> {
  await db.deleteFrom("outbound_calls").where("last_at", "<", retention.since).execute();
  await sql`
    delete from outbound_calls where (last_at, id) <= (
      select last_at, id from outbound_calls order by last_at desc, id desc offset ${retention.calls} limit 1
    )`.execute(db);
}
