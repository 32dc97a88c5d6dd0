import {
  completeQuest,
  getQuest,
  getThoughtStatus,
  processThought,
  shareThought,
} from "#shared/features/daily/contract.ts";
import { listPastQuests } from "#shared/features/daily/past-contract.ts";
import { dayOf } from "#shared/day.ts";
import { Quests, questView } from "./quests.ts";
import { findDay, listDaysBefore, markCompleted } from "./repository.ts";
import { process, share } from "./service.ts";
import { memoryView } from "#server/features/memories/view.ts";
import type { ModelCatalogue } from "#server/features/models/catalogue.ts";
import { notFound } from "#server/http/app-error.ts";
import { fromPhoneTime } from "#server/http/request/input.ts";
import { type Route, route } from "#server/http/route.ts";

const MINUTE = 60_000;
const MOST_PAST = 100;
/** A thought is visible only to its owner; other users get the response for a missing one. */
const mine = { who: "session", object: { allow: ["owner"], denied: "not-found" } } as const;

/** Requests that may call a language model. */
const asking = { who: "session", limits: [{ by: "session", max: 60, windowMs: MINUTE }] } as const;

export function dailyRoutes(models: ModelCatalogue): Route[] {
  // One per server, created at the first call, because it needs the server's dependencies.
  let quests: Quests | null = null;
  return [
    route(shareThought, { who: "session" }, async ({ actor, body, db, deps, request, afterCommit }) => {
      const thought = { ...body, timestamp: fromPhoneTime(request.headers, body.timestamp) };
      const { record, discovered } = await share(db, actor, thought, deps.config, {
        hasModel: deps.languageModel !== null,
        mostMemories: deps.config.limits[`${actor.kind}Memories`],
      });
      afterCommit(() => deps.wakeEmbedding());
      return { memory: memoryView(record), hasDumped: true, discovered };
    }),
    route(processThought, mine, async ({ actor, body, db }) => {
      const { record, topics, actionItems } = await process(db, actor, body);
      return { memory: memoryView(record), topics, actionItems };
    }),
    route(getThoughtStatus, { who: "session" }, async ({ actor, db, deps: { config } }) => {
      const day = dayOf(new Date(), config.dailyZone);
      const unlocked = await findDay(db, actor.userId, day);
      return { hasDumped: unlocked !== null, day, timeZone: config.dailyZone };
    }),
    route(getQuest, asking, async ({ actor, query, request, deps }) => {
      quests ??= new Quests(deps, models);
      const { address } = request;
      return await quests.today({ actor, address, mayAskModel: query.useRag !== "false" });
    }),
    route(listPastQuests, { who: "session" }, async ({ actor, db, deps: { config } }) => {
      const day = dayOf(new Date(), config.dailyZone);
      const past = await listDaysBefore(db, { userId: actor.userId, day, limit: MOST_PAST });
      return { quests: past.map((record) => questView(record, record.day, config)) };
    }),
    route(completeQuest, { who: "session" }, async ({ actor, body: { day }, db, deps: { config } }) => {
      await markCompleted(db, actor.userId, day);
      const record = await findDay(db, actor.userId, day);
      if (record === null || record.completedAt === null) throw notFound("This quest");
      return questView(record, day, config);
    }),
  ];
}
