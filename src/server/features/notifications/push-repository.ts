import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { PushTarget } from "#server/platform/push/push-sender.ts";

/** Devices a person may have; the oldest goes for the next. */
const MOST_DEVICES = 20;

/** Keeps where a device is reached; of a device that was another person's before, it is this one's now. */
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

/** @param userId null: no matter whose it is, because the push service says the device is gone */
export async function removeSubscription(
  db: Kysely<Schema>,
  endpoint: string,
  userId: string | null,
): Promise<void> {
  let query = db.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint);
  if (userId !== null) query = query.where("user_id", "=", userId);
  await query.execute();
}
