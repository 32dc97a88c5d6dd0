import { startBackgroundJob } from "#server/background-job.ts";
import type { Deps } from "#server/deps.ts";
import {
  claimUndelivered,
  endDelivery,
  listSubscriptions,
  type NotificationRecord,
  NOTIFIED,
  removeSubscription,
} from "./repository.ts";

type World = Pick<Deps, "database" | "log">;

/** A way to reach a person outside the page: web push to their devices, or a chat bot. */
export interface NotificationChannel {
  readonly name: string;
  /** @returns true when it is done, also when the person does not use this channel; false to retry later */
  deliver(notification: NotificationRecord): Promise<boolean>;
}

const BATCH = 20;
/** Milliseconds. Covers retries and lost notifications of the job. */
const LOOK_EVERY_MS = 30_000;

/**
 * Delivers notifications to people's devices, in the background and after the transaction that created them. Several servers
 * share the work.
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

/** @returns the number of notifications taken */
async function deliverBatch(world: World, channels: readonly NotificationChannel[]): Promise<number> {
  const db = world.database.kysely;
  const claimed = await claimUndelivered(db, BATCH);
  const done: string[] = [];
  await Promise.all(
    claimed.map(async (notification) => {
      const outcomes = await Promise.all(
        channels.map(async (channel) => {
          try {
            return await channel.deliver(notification);
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

/** Shows notifications on the person's devices while Looby is closed there. */
export function pushChannel({
  database,
  pusher,
  config,
}: Pick<Deps, "database" | "pusher" | "config">): NotificationChannel {
  const db = database.kysely;
  return {
    name: "push",
    async deliver({ id, userId, text, link }) {
      if (pusher === null) return true;
      const payload = JSON.stringify({ id, title: config.productName, text, link });
      const outcomes = await Promise.all(
        (await listSubscriptions(db, userId)).map(async (target) => {
          const outcome = await pusher.send(target, payload);
          if (outcome === "gone") await removeSubscription(db, target.endpoint, null);
          return outcome;
        }),
      );
      // A retry is harmless: the notification's id is its tag, so a device shows it once.
      return !outcomes.includes("later");
    },
  };
}
