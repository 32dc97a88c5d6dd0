import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";
import { currentChatSettings } from "#web/lib/device/chat-settings.ts";
import { getQuest, getThoughtStatus } from "#shared/features/daily/contract.ts";
import { listPastQuests } from "#shared/features/daily/past-contract.ts";

/** Milliseconds, from the specification. */
const STATUS_TIMEOUT_MS = 5000;

/** Keys begin with the feature's name, so that the outbox refetches them after sending; see `offline/start-offline.ts`. */
export const dailyQueries = {
  /** Whether a thought was shared today. Without a response it counts as not shared. */
  status: () =>
    queryOptions({
      queryKey: ["daily", "status"],
      queryFn: async ({ signal }) => {
        const intime = AbortSignal.any([signal, AbortSignal.timeout(STATUS_TIMEOUT_MS)]);
        return await call(getThoughtStatus, { query: {} }, { signal: intime });
      },
    }),
  /** The quests of earlier days. */
  past: () =>
    queryOptions({
      queryKey: ["daily", "past"],
      queryFn: async ({ signal }) => call(listPastQuests, {}, { signal }),
    }),
  /** Today's quest. If the user excludes the library from language models, their thoughts are excluded, too. */
  quest: () =>
    queryOptions({
      queryKey: ["daily", "quest"],
      queryFn: async ({ signal }) => {
        const useRag = currentChatSettings().useRag ? "true" : "false";
        return await call(getQuest, { query: { useRag } }, { signal });
      },
    }),
};
