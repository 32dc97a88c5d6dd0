import {
  addKnowledge,
  getConnections,
  getInsights,
  queryKnowledge,
} from "#shared/features/memories/knowledge-contract.ts";
import { ownMemory } from "../archive/archive.ts";
import { connections } from "./graph.ts";
import { answerQuery, type FindElsewhere, insightsInto, takeKnowledge } from "./knowledge.ts";
import { type Route, route } from "#server/http/route.ts";

const MINUTE = 60_000;
const session = { who: "session" } as const;
/** Computing a graph for two thousand memories takes a second. */
const limits = [{ by: "session", max: 120, windowMs: MINUTE }] as const;

/** @param findElsewhere searches another service, such as Mem0 */
export function knowledgeRoutes(findElsewhere: FindElsewhere): Route[] {
  return [
    route(getConnections, { who: "session", object: ownMemory, limits }, ({ actor, query, deps }) =>
      connections(deps, actor, query.memoryId),
    ),
    route(addKnowledge, session, async ({ actor, body, db, deps, afterCommit }) => {
      const memory = await takeKnowledge(db, actor, body);
      afterCommit(() => deps.wakeEmbedding());
      return memory;
    }),
    route(queryKnowledge, { who: "session", limits }, ({ actor, body, deps }) =>
      answerQuery(deps, actor, body, findElsewhere),
    ),
    route(getInsights, { who: "session", limits }, ({ actor, body, deps }) =>
      insightsInto(deps, actor, body),
    ),
  ];
}
