import type { Kysely } from "kysely";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import {
  type addKnowledge,
  type getInsights,
  KNOWLEDGE_LIMIT,
  MAX_GRAPH,
  type queryKnowledge,
} from "#shared/features/memories/knowledge-contract.ts";
import { insightsOf } from "#shared/features/memories/insights.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { findMemories } from "../find-memories.ts";
import { graphOf, nodeOf } from "./graph.ts";
import { insertKnowledge } from "./knowledge-repository.ts";
import { findMemory, listMemories } from "../repository.ts";
import { memoryDocument } from "#shared/features/search/documents.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import type { SearchDeps } from "#server/features/search/service.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/** Ids of memories that an external service finds for a user who allows it, best first. Do not trust them: look up each one. */
export type FindElsewhere = (deps: Deps, userId: string, query: string, limit: number) => Promise<string[]>;

/** Number of memories used for a context. */
const ABOUT = 20;

/**
 * Stores a memory sent by another client. The client's id prevents duplicates on a retry.
 * @param db the transaction of the call
 * @throws AppError `already-taken` (another user's id)
 */
export async function takeKnowledge(
  db: Kysely<Schema>,
  actor: Actor,
  knowledge: BodyOf<typeof addKnowledge>,
): Promise<ResponseOf<typeof addKnowledge>> {
  const now = new Date();
  const writtenAt = knowledge.timestamp === undefined ? now : new Date(knowledge.timestamp);
  const id = knowledge.id ?? newId();
  const isNew = await insertKnowledge(db, {
    id,
    userId: actor.userId,
    content: knowledge.content,
    keywords: keywordsOf(knowledge.content),
    source: knowledge.source === "omi" ? "omi" : "looby",
    metadata: knowledge.metadata ?? {},
    createdAt: writtenAt > now ? now : writtenAt,
  });
  const record = await findMemory(db, id);
  if (record === null || record.userId !== actor.userId)
    throw new AppError("already-taken", "Another memory has this id. Please send it again with a new one.");
  if (isNew) await upsertDocuments(db, [memoryDocument(record)]);
  return { success: true, ...nodeOf(record), userId: actor.userId };
}

/**
 * The user's own memories that match a query: results of the external service first, then ours. An external service only returns ids; they
 * are looked up among the user's own memories, and other ids are left out.
 */
export async function answerQuery(
  deps: Deps,
  actor: Actor,
  { query, limit = KNOWLEDGE_LIMIT }: BodyOf<typeof queryKnowledge>,
  findElsewhere: FindElsewhere,
): Promise<ResponseOf<typeof queryKnowledge>> {
  const [elsewhere, found] = await Promise.all([
    findElsewhere(deps, actor.userId, query, limit),
    findMemories(deps, actor.userId, { text: query, source: null }),
  ]);
  const ids = [...new Set([...elsewhere, ...found.slice(0, limit).map(({ id }) => id)])];
  const records = await listMemories(deps.database.kysely, actor.userId, ids);
  const byId = new Map(records.map((record) => [record.id, record]));
  const results = ids.flatMap((id) => {
    const record = byId.get(id);
    if (record === undefined) return [];
    const { userId, type, title, keywords } = record;
    return [{ ...nodeOf(record), userId, metadata: { type, title, keywords } }];
  });
  return { results: results.slice(0, limit) };
}

/** Recurring subjects of a user's memories: of all, or of those about a context. */
export async function insightsInto(
  deps: SearchDeps,
  actor: Actor,
  { context = "" }: BodyOf<typeof getInsights>,
): Promise<ResponseOf<typeof getInsights>> {
  const about = context.trim();
  const { memories, links } = await graphOf(deps, actor.userId, null);
  const newest = memories.slice(0, MAX_GRAPH);
  if (about === "") return { insights: insightsOf(newest, links) };
  const found = await findMemories(deps, actor.userId, { text: about, source: null });
  const ids = new Set(found.slice(0, ABOUT).map(({ id }) => id));
  return {
    insights: insightsOf(
      newest.filter(({ id }) => ids.has(id)),
      links,
    ),
  };
}
