import type { QueryClient } from "@tanstack/react-query";
import { completeQuest, type DailyQuest } from "#shared/features/daily/contract.ts";
import { newId } from "#shared/id.ts";
import { submitFromForm } from "#web/offline/submit-from-form.ts";
import { dailyQueries } from "./api.ts";

/**
 * Says that a quest is done; without a signal the outbox says so later.
 * @returns whether the server knows it already
 * @throws Error with a sentence for the person
 */
export async function complete(client: QueryClient, quest: DailyQuest): Promise<{ isSent: boolean }> {
  const taken = await submitFromForm([
    {
      id: newId(),
      endpointId: completeQuest.id,
      entity: `quest:${quest.day}`,
      label: "Quest done",
      body: { day: quest.day },
    },
  ]);
  if (taken.state === "refused") throw new Error(taken.reason);
  const isSent = taken.state === "sent";
  client.setQueryData(
    dailyQueries.quest().queryKey,
    isSent
      ? completeQuest.response.parse(taken.result)
      : { ...quest, completed: true, completedAt: new Date().toISOString() },
  );
  return { isSent };
}
