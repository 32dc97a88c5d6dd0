import type { QueryClient } from "@tanstack/react-query";
import { completeQuest, type DailyQuest } from "#shared/features/daily/contract.ts";
import { newId } from "#shared/id.ts";
import { discard } from "#web/offline/outbox.ts";
import { submit } from "#web/offline/submit.ts";
import { dailyQueries } from "./api.ts";

/**
 * Says that a quest is done; without a signal the outbox says so later.
 * @returns whether the server knows it already
 * @throws Error with a sentence for the person
 */
export async function complete(client: QueryClient, quest: DailyQuest): Promise<{ isSent: boolean }> {
  const id = newId();
  const outcome = await submit([
    {
      id,
      endpointId: completeQuest.id,
      entity: `quest:${quest.day}`,
      label: "Quest done",
      body: { day: quest.day },
    },
  ]);
  switch (outcome.state) {
    case "sent":
      client.setQueryData(dailyQueries.quest().queryKey, completeQuest.response.parse(outcome.result));
      return { isSent: true };
    case "waiting":
      client.setQueryData(dailyQueries.quest().queryKey, {
        ...quest,
        completed: true,
        completedAt: new Date().toISOString(),
      });
      return { isSent: false };
    case "failed":
    case "conflict":
      await discard(id);
      throw new Error(outcome.problem.error);
    case "discarded":
      throw new Error("It was discarded in another window.");
    case "not-kept":
      throw new Error(outcome.reason);
  }
}
