import { createMemory } from "#shared/features/memories/contract.ts";
import { keepMemory } from "#server/features/memories/service.ts";
import { memoryView } from "#server/features/memories/view.ts";
import { type Route, route } from "#server/http/route.ts";

export const memoryRoutes: Route[] = [
  route(createMemory, { who: "session" }, async ({ actor, body, db, deps, afterCommit }) => {
    const record = await keepMemory(db, actor, body);
    afterCommit(() => deps.wakeEmbedding());
    return memoryView(record);
  }),
];
