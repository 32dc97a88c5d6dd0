import { earliestToday } from "#shared/features/lending/days.ts";
import { startBackgroundJob } from "#server/background-job.ts";
import type { Deps } from "#server/deps.ts";
import { expireLoans, LENDING_DUE, listPromised, takeMaintenance, takeOverdue } from "./due-repository.ts";
import { type NewNotification, notify } from "#server/features/notifications/notify.ts";

type World = Pick<Deps, "database" | "log">;

const LOOK_EVERY_MS = 60_000;
const kind = "borrowing";

/** Notifies people of events caused by time: overdue loans, expired requests, things that broke or work again. */
export function startLendingDue(world: World): { stop(): Promise<void> } {
  return startBackgroundJob(world, {
    channel: LENDING_DUE,
    everyMs: LOOK_EVERY_MS,
    work: async () => {
      await notifyDue(world, new Date());
      return false;
    },
    failure: "what is late or broken was not told",
  });
}

/** Runs one round. Records each notification in the same transaction, so that it is sent once. */
export async function notifyDue({ database }: World, now: Date): Promise<void> {
  await database.kysely.transaction().execute(async (db) => {
    const notifications: NewNotification[] = [];
    for (const loan of await takeOverdue(db, earliestToday(now))) {
      const { title, ownerId, borrowerId, resourceId, id } = loan;
      const link = `/borrowing?show=${id}`;
      notifications.push({
        userId: borrowerId,
        kind,
        link,
        text: `${title} should be back by now. Please return it.`,
      });
      notifications.push({
        userId: ownerId,
        kind,
        link,
        text: `${title} should be back by now. You can write to them.`,
      });
      for (const userId of await listPromised(db, resourceId))
        notifications.push({
          userId,
          kind,
          link: "/borrowing",
          text: `${title} is late: the person before you hasn’t returned it yet.`,
        });
    }
    for (const { title, borrowerId, isInMaintenance, state, id } of await takeMaintenance(db)) {
      const broken =
        state === "handed-over"
          ? `${title} is being repaired: please look whether it is safe to use.`
          : `${title} is being repaired. You’ll hear when you can have it again.`;
      notifications.push({
        userId: borrowerId,
        kind,
        link: `/borrowing?show=${id}`,
        text: isInMaintenance ? broken : `${title} is repaired and can be borrowed again.`,
      });
    }
    for (const { title, borrowerId, id } of await expireLoans(db, earliestToday(now)))
      notifications.push({
        userId: borrowerId,
        kind,
        link: `/borrowing?show=${id}`,
        text: `The days you asked ${title} for are over. Ask again for later ones.`,
      });
    await notify(db, notifications);
  });
}
