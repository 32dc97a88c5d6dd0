import {
  deleteMemory,
  editMemory,
  exportMemories,
  importMemories,
  listMemories,
  tickItem,
} from "#shared/features/memories/archive/archive-contract.ts";
import { dayOf } from "#shared/day.ts";
import { listOnThisDay } from "#shared/features/memories/archive/on-this-day-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { monthDays } from "#shared/features/memories/archive/on-this-day.ts";
import { listOfDays } from "./archive/archive-repository.ts";
import { exportFile, takeInWithin } from "./archive/archive-transfer.ts";
import {
  archiveViews,
  changeMemory,
  forgetMemory,
  type ForgetMentions,
  memoryPage,
  ownMemory,
  tick,
} from "./archive/archive.ts";
import { dropIndex } from "./find-memories.ts";
import { dropGraph } from "./knowledge/graph.ts";
import { saveNote } from "./service.ts";
import { memoryView } from "./view.ts";
import { AppError } from "#server/http/app-error.ts";
import { fromPhoneTime } from "#server/http/request/input.ts";
import { type Route, route } from "#server/http/route.ts";

const MINUTE = 60_000;
/** Maximum memories of this day in earlier years. */
const MOST_OF_A_DAY = 20;
const session = { who: "session" } as const;
const owner = { who: "session", object: ownMemory } as const;

/** @param forgetMentions removes a deleted memory's words from other features */
export function memoryRoutes(forgetMentions: ForgetMentions): Route[] {
  return [
    route(createMemory, session, async ({ actor, body, db, deps, request, afterCommit }) => {
      const memory = { ...body, createdAt: fromPhoneTime(request.headers, body.createdAt) };
      const record = await saveNote(db, actor, memory, {
        hasModel: deps.languageModel !== null,
        most: deps.config.limits[`${actor.kind}Memories`],
      });
      afterCommit(() => deps.wakeEmbedding());
      return memoryView(record);
    }),
    route(listMemories, session, async ({ actor, query, db, deps }) =>
      archiveViews(deps, db, actor, await memoryPage(deps, actor, query)),
    ),
    route(listOnThisDay, session, async ({ actor, db, deps }) => {
      const [now, zone] = [new Date(), deps.config.dailyZone];
      const day = dayOf(now, zone);
      const wanted = {
        days: monthDays(now, zone),
        zone,
        year: Number(day.slice(0, 4)),
        limit: MOST_OF_A_DAY,
      };
      const records = await listOfDays(db, { userId: actor.userId, ...wanted });
      return { day, timeZone: zone, memories: await archiveViews(deps, db, actor, records) };
    }),
    // Registered before the routes with an id, which would match "export".
    route(
      exportMemories,
      { who: "session", limits: [{ by: "session", max: 20, windowMs: MINUTE }] },
      ({ deps, actor, query }) => exportFile(deps, actor, query),
    ),
    route(importMemories, session, async ({ actor, body, deps, afterCommit }) => {
      deps.database.assertWritable();
      const report = await takeInWithin(deps, actor, body);
      afterCommit(() => deps.wakeEmbedding());
      return report;
    }),
    route(editMemory, owner, async ({ actor, params, body, db, deps, afterCommit }) => {
      const change = { ...body, hasModel: deps.languageModel !== null };
      const edited = await changeMemory(db, actor, params.memoryId, change, forgetMentions);
      const [current] = await archiveViews(deps, db, actor, [edited.record]);
      if (current === undefined) throw new TypeError("One record has one view.");
      if (edited.state === "stale") {
        const message = "This memory was changed on another device. Choose which version to keep.";
        throw new AppError("conflict", message, { current });
      }
      afterCommit(() => deps.wakeEmbedding());
      return current;
    }),
    route(tickItem, owner, async ({ actor, params, body, db, deps }) => {
      const record = await tick(db, actor, params.memoryId, body);
      const [current] = await archiveViews(deps, db, actor, [record]);
      if (current === undefined) throw new TypeError("One record has one view.");
      return current;
    }),
    route(deleteMemory, owner, async ({ actor, params, db, deps, afterCommit }) => {
      await forgetMemory(db, actor, params.memoryId, forgetMentions);
      afterCommit(() => {
        dropIndex(deps.database, actor.userId);
        dropGraph(deps.database, actor.userId);
      });
      return { id: params.memoryId };
    }),
  ];
}
