import * as z from "zod/mini";
import { dailyQuest } from "./contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";

export const listPastQuests = defineEndpoint({
  id: "daily.past-quests",
  method: "GET",
  path: "/api/daily-quests",
  summary: "The caller's quests of earlier days, the newest first, at most a hundred.",
  response: z.object({ quests: z.array(dailyQuest) }),
});
