import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { PushTarget } from "#server/platform/push/push-sender.ts";

/** Maximum devices of a person; adding another one deletes the oldest. */
const MOST_DEVICES = 20;

/** Stores a device's subscription. If it belonged to another person before, it now belongs to this one. */
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

/** @param userId null: any owner, because the push service reports that the device is gone */
export async function removeSubscription(
  db: Kysely<Schema>,
  endpoint: string,
  userId: string | null,
): Promise<void> {
  let query = db.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint);
  if (userId !== null) query = query.where("user_id", "=", userId);
  await query.execute();
}
