import { getThoughtStatus, processThought, shareThought } from "#shared/features/daily/contract.ts";
import { dayOf } from "#shared/features/daily/day.ts";
import { findDay } from "#server/features/daily/repository.ts";
import { process, share } from "#server/features/daily/service.ts";
import { memoryView } from "#server/features/memories/view.ts";
import { type Route, route } from "#server/http/route.ts";

/** A thought is its person's alone; to everybody else it is not there. */
const mine = { who: "session", object: { allow: ["owner"], denied: "not-found" } } as const;

export function dailyRoutes(): Route[] {
  return [
    route(shareThought, { who: "session" }, async ({ actor, body, db, deps, afterCommit }) => {
      const { record, discovered } = await share(db, actor, body, deps.config);
      afterCommit(() => deps.wakeEmbedding());
      return { memory: memoryView(record), hasDumped: true, discovered };
    }),
    route(processThought, mine, async ({ actor, body, db }) => ({
      memory: memoryView(await process(db, actor, body)),
    })),
    route(getThoughtStatus, { who: "session" }, async ({ actor, db, deps: { config } }) => {
      const day = dayOf(new Date(), config.dailyZone);
      const unlocked = await findDay(db, actor.userId, day);
      return { hasDumped: unlocked !== null, day, timeZone: config.dailyZone };
    }),
  ];
}
