import { startBackgroundJob } from "#server/background-job.ts";
import type { Deps } from "#server/deps.ts";
import { onBehalfOf } from "#server/platform/outbound-call.ts";
import { claimUndelivered, endDelivery, NOTIFIED, type NotificationRecord } from "./repository.ts";

type World = Pick<Deps, "database" | "log">;

/** A way to a person besides the page: their devices by web push, a chat bot. */
export interface NotificationChannel {
  readonly name: string;
  /** @returns whether it is done; also when the person has no such way. False: it is to be tried again later. */
  deliver(notification: NotificationRecord): Promise<boolean>;
}

const BATCH = 20;
/** Milliseconds; what was to be tried again, and what a lost wake left. */
const LOOK_EVERY_MS = 30_000;

/**
 * Carries notifications to people's devices, in the background and after the transaction that told them. Any number of
 * servers share the work.
 */
export function startDelivery(
  world: World,
  channels: readonly NotificationChannel[],
): { stop(): Promise<void> } {
  return startBackgroundJob(world, {
    channel: NOTIFIED,
    everyMs: LOOK_EVERY_MS,
    work: async () => (await deliverBatch(world, channels)) === BATCH,
    failure: "notifications were not carried on",
  });
}

/** @returns how many were taken */
async function deliverBatch(world: World, channels: readonly NotificationChannel[]): Promise<number> {
  const db = world.database.kysely;
  const claimed = await claimUndelivered(db, BATCH);
  const done: string[] = [];
  await Promise.all(
    claimed.map(async (notification) => {
      const outcomes = await Promise.all(
        channels.map(async (channel) => {
          try {
            const cause = { userId: notification.userId, reason: "notifications" };
            return await onBehalfOf(cause, () => channel.deliver(notification));
          } catch (error) {
            world.log.warn({ err: error, channel: channel.name }, "a notification was not delivered");
            return false;
          }
        }),
      );
      if (outcomes.every(Boolean)) done.push(notification.id);
    }),
  );
  if (done.length > 0) await endDelivery(db, done);
  return claimed.length;
}
