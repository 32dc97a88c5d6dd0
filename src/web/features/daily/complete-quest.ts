import { completeQuest } from "#shared/features/daily/contract.ts";
import { queue } from "#web/offline/outbox/queue.ts";

/** Marks a quest as done. @param day of the quest */
export async function sendCompletion(day: string) {
  return await queue(completeQuest, { body: { day } }, { entity: `quest:${day}`, label: "Quest done" });
}
