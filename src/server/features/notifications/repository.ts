import { type Kysely, sql } from "kysely";
import type { NotificationKind } from "#shared/features/notifications/kinds.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import { containsWord } from "#server/db/connection/contains-word.ts";
import type { Schema } from "#server/db/schema.ts";
import type { PushTarget } from "#server/platform/push/push-sender.ts";

/** Channel notified when there are notifications to deliver. */
export const NOTIFIED = "notified";

export interface NotificationRecord {
  id: string;
  userId: string;
  kind: string;
  text: string;
  link: string | null;
  readAt: Date | null;
  createdAt: Date;
}

/** The end of a page: the last row's time and id. */
export interface Cursor {
  createdAt: Date;
  id: string;
}

const columns = [
  "id",
  "user_id as userId",
  "kind",
  "text",
  "link",
  "read_at as readAt",
  "created_at as createdAt",
] as const;

/** Inserts the notifications whose kind their person has not disabled. @returns the inserted rows */
export async function insertNotifications(
  db: Kysely<Schema>,
  notifications: readonly {
    id: string;
    userId: string;
    kind: NotificationKind;
    text: string;
    link: string | null;
  }[],
): Promise<NotificationRecord[]> {
  if (notifications.length === 0) return [];
  const written = await db
    .insertInto("notifications")
    .columns(["id", "user_id", "kind", "text", "link"])
    .expression(
      sql<never>`
        select id, "userId", kind, text, link
        from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb)
          as input (id text, "userId" text, kind text, text text, link text)
        where not exists (
          select from muted_notifications muted where muted.user_id = input."userId" and muted.kind = input.kind
        )`,
    )
    .returning(columns)
    .execute();
  if (written.length > 0) await sql`select pg_notify(${NOTIFIED}, '')`.execute(db);
  return written;
}

export async function pageOfNotifications(
  db: Kysely<Schema>,
  userId: string,
  before: Cursor | null,
  limit: number,
): Promise<NotificationRecord[]> {
  let query = db.selectFrom("notifications").select(columns).where("user_id", "=", userId);
  if (before !== null)
    query = query.where(sql<boolean>`(created_at, id) < (${before.createdAt}, ${before.id})`);
  return await query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
}

export async function countUnread(db: Kysely<Schema>, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom("notifications")
    .select((row) => row.fn.countAll<number>().as("unread"))
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Only the person's own. */
export async function markRead(
  db: Kysely<Schema>,
  userId: string,
  which: { ids?: readonly string[] | undefined; upTo?: Date | undefined },
): Promise<void> {
  const { ids = [], upTo } = which;
  await db
    .updateTable("notifications")
    .set({ read_at: new Date() })
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .where((row) =>
      row.or([
        row("id", "=", sql<string>`any(${[...ids]}::text[])`),
        ...(upTo === undefined ? [] : [row("created_at", "<=", upTo)]),
      ]),
    )
    .execute();
}

export async function listMuted(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("muted_notifications")
    .select("kind")
    .where("user_id", "=", userId)
    .orderBy("kind")
    .execute();
  return rows.map(({ kind }) => kind);
}

export async function replaceMuted(
  db: Kysely<Schema>,
  userId: string,
  kinds: readonly NotificationKind[],
): Promise<void> {
  await db.deleteFrom("muted_notifications").where("user_id", "=", userId).execute();
  const rows = [...new Set(kinds)].map((kind) => ({ user_id: userId, kind }));
  if (rows.length > 0) await db.insertInto("muted_notifications").values(rows).execute();
}

/**
 * Claims notifications due for delivery. Each is claimed again after one, two, four minutes and so on until `endDelivery` marks it as done,
 * so that nothing is lost when this process dies. After six tries it is abandoned. One that waits longer than any retry does was
 * scheduled while the clock was ahead: it is due.
 */
export async function claimUndelivered(db: Kysely<Schema>, limit: number): Promise<NotificationRecord[]> {
  return await db
    .updateTable("notifications")
    .set({
      tries: sql<number>`tries + 1`,
      deliver_after: sql<Date | null>`case when tries < 5 then now() + interval '1 minute' * 2 ^ tries end`,
    })
    .where("id", "in", (row) =>
      row
        .selectFrom("notifications")
        .select("id")
        .where(sql<boolean>`deliver_after <= now() or deliver_after > now() + interval '1 hour'`)
        .orderBy("deliver_after")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(columns)
    .execute();
}

export async function endDelivery(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("notifications")
    .set({ deliver_after: null })
    .where("id", "=", sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

/** Deletes notifications created before `before`, read or not. */
export async function forgetOldNotifications(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom("notifications").where("created_at", "<", before).execute();
}

export const notificationOwnedColumns: readonly OwnedColumn[] = [
  { table: "notifications", column: "user_id", isBulk: true },
  { table: "muted_notifications", column: "user_id", uniqueWith: ["kind"] },
  { table: "push_subscriptions", column: "user_id", isExported: false },
];

/**
 * Deletes all notifications about one object, because they quote deleted text.
 * @param link the link of the notifications
 * @param words only those that contain one of them; null: all
 */
export async function forgetNotificationsTo(
  db: Kysely<Schema>,
  link: string,
  words: readonly string[] | null,
): Promise<void> {
  await db
    .deleteFrom("notifications")
    .where("link", "=", link)
    .where(containsWord(sql`text`, words))
    .execute();
  await sql`
    delete from events where event = 'notification' and data ->> 'link' = ${link}
      and ${containsWord(sql`data::text`, words)}
  `.execute(db);
}

/** Maximum devices of a person; adding another one deletes the oldest. */
const MOST_DEVICES = 20;

/** Stores a device's subscription. If it belonged to another person before, it is transferred to this one. */
export async function saveSubscription(
  db: Kysely<Schema>,
  of: { userId: string; sessionId: string },
  target: PushTarget,
): Promise<void> {
  await db
    .insertInto("push_subscriptions")
    .values({ ...target, user_id: of.userId, session_id: of.sessionId })
    .onConflict((conflict) =>
      conflict.column("endpoint").doUpdateSet({
        user_id: of.userId,
        session_id: of.sessionId,
        p256dh: target.p256dh,
        auth: target.auth,
        created_at: sql<Date>`now()`,
      }),
    )
    .execute();
  await db
    .deleteFrom("push_subscriptions")
    .where("endpoint", "in", (row) =>
      row
        .selectFrom("push_subscriptions")
        .select("endpoint")
        .where("user_id", "=", of.userId)
        .orderBy("created_at", "desc")
        .offset(MOST_DEVICES),
    )
    .execute();
}

export async function listSubscriptions(db: Kysely<Schema>, userId: string): Promise<PushTarget[]> {
  return await db
    .selectFrom("push_subscriptions")
    .select(["endpoint", "p256dh", "auth"])
    .where("user_id", "=", userId)
    .execute();
}

/** @param userId null: any owner, because the push service reports that the device no longer exists */
export async function removeSubscription(
  db: Kysely<Schema>,
  endpoint: string,
  userId: string | null,
): Promise<void> {
  let query = db.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint);
  if (userId !== null) query = query.where("user_id", "=", userId);
  await query.execute();
}
