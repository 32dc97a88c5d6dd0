import { completeQuest } from "#shared/features/daily/contract.ts";
import { queue } from "#web/offline/outbox/queue.ts";

/** Says that a quest is done. @param day of the quest */
export async function sendCompletion(day: string) {
  return await queue(completeQuest, { body: { day } }, { entity: `quest:${day}`, label: "Quest done" });
}
