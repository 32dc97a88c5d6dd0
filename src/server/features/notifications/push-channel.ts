import type { Deps } from "#server/deps.ts";
import type { NotificationChannel } from "./deliver-pending.ts";
import { listSubscriptions, removeSubscription } from "./push-repository.ts";

type World = Pick<Deps, "database" | "pusher" | "config">;

/** Shows notifications on the person's devices while Looby is closed there. */
export function pushChannel({ database, pusher, config }: World): NotificationChannel {
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
