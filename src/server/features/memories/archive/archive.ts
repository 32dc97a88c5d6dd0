import type { Kysely } from "kysely";
import type {
  ArchivedMemory,
  editMemory,
  listMemories,
  tickItem,
} from "#shared/features/memories/archive/archive-contract.ts";
import { MEMORY_PAGE } from "#shared/features/memories/archive/archive-contract.ts";
import { longestOf } from "#shared/features/memories/archive/archive-file.ts";
import { analyse } from "#shared/features/memories/analysis.ts";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import { wordsLost } from "#shared/features/search/search-terms.ts";
import type { BodyOf, QueryOf } from "#shared/http/endpoint.ts";
import type { Schema } from "#server/db/schema.ts";
import {
  type Cursor,
  deleteMemoryRow,
  listMemoryPage,
  lockMemory,
  updateDoneItems,
  updateMemory,
} from "./archive-repository.ts";
import { findMemories } from "../find-memories.ts";
import { askModelAgain, findMemory, listMemories as listByIds, type MemoryRecord } from "../repository.ts";
import { memoryDocument } from "#shared/features/search/documents.ts";
import { archiveView } from "../view.ts";
import { listEmbedded } from "#server/features/search/embedding-repository.ts";
import { removeDocuments, upsertDocuments } from "#server/features/search/repository.ts";
import type { SearchDeps } from "#server/features/search/service.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { prove } from "#server/http/authorized.ts";
import { goneOrNotFound } from "#server/http/idempotency/deleted-by-caller.ts";
import { forgetAnswersAbout } from "#server/http/idempotency/forget-answers.ts";

/** A memory is visible only to its owner; other users get the response for a missing one. */
export const ownMemory = { allow: ["owner"], denied: "not-found" } as const;

/** A page of the user's own memories: by time, or by relevance to a query. @throws AppError `invalid-input` */
export async function memoryPage(
  deps: SearchDeps,
  actor: Actor,
  query: QueryOf<typeof listMemories>,
): Promise<MemoryRecord[]> {
  const db = deps.database.kysely;
  const source = query.source === undefined || query.source === "all" ? null : query.source;
  const limit = query.limit ?? MEMORY_PAGE;
  const before = query.before === undefined ? null : parseCursor(query.before);
  const text = query.q?.trim() ?? "";
  if (text === "") return await listMemoryPage(db, { userId: actor.userId, source, before, limit });
  const found = await findMemories(deps, actor.userId, { text, source });
  const seen = before?.id === undefined ? -1 : found.findIndex(({ id }) => id === before?.id);
  if (before !== null && seen === -1) return [];
  const ids = found.slice(seen + 1, seen + 1 + limit).map(({ id }) => id);
  const byId = new Map((await listByIds(db, actor.userId, ids)).map((record) => [record.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Memories as their owner sees them. */
export async function archiveViews(
  { database, embedder }: Pick<SearchDeps, "database" | "embedder">,
  db: Kysely<Schema>,
  actor: Actor,
  records: readonly MemoryRecord[],
): Promise<ArchivedMemory[]> {
  const documents = records.map(({ id }) => `memory:${id}`);
  const embedded = database.hasVector ? await listEmbedded(db, embedder.id, documents) : new Set<string>();
  return records.map((record) =>
    archiveView(record, { pseudonym: actor.pseudonym, isEmbedded: embedded.has(`memory:${record.id}`) }),
  );
}

type Edited =
  | { state: "saved"; record: MemoryRecord }
  /** Changed elsewhere in the meantime. No row was written. */
  | { state: "stale"; record: MemoryRecord };

/**
 * Changes the user's own memory and its search document.
 * @param db the transaction of the call
 * @throws AppError `not-found`, `gone` (its owner has deleted it), `invalid-input` (too long)
 */
export async function changeMemory(
  db: Kysely<Schema>,
  actor: Actor,
  memoryId: string,
  change: BodyOf<typeof editMemory> & { hasModel: boolean },
  forgetMentions: ForgetMentions,
): Promise<Edited> {
  const before = await lockOwn(db, actor, memoryId);
  if (before === null) throw await goneOrNotFound(db, actor, memoryId);
  if (change.version !== undefined && change.version !== before.version)
    return { state: "stale", record: before };
  const content = change.content ?? before.content;
  if (content.length > longestOf(before.source))
    throw new AppError("invalid-input", `At most ${longestOf(before.source)} characters.`);
  const isNewText = content !== before.content;
  const staysFromModels = change.useRag === undefined ? before.staysFromModels : !change.useRag;
  await updateMemory(db, memoryId, {
    content,
    type: change.type ?? before.type,
    keywords: isNewText ? keywordsOf(content) : before.keywords,
    // Descriptions by a model or the wearable were about the old text.
    title: isNewText && before.source === "looby" ? null : before.title,
    metadata: isNewText ? metadataAfter(before, content) : before.metadata,
    staysFromModels,
  });
  if (isNewText && before.source === "looby")
    await askModelAgain(db, memoryId, change.hasModel && !staysFromModels);
  const record = await findMemory(db, memoryId);
  if (record === null) throw notFound();
  await upsertDocuments(db, [memoryDocument(record)]);
  if (isNewText)
    await forgetMentions(db, { id: memoryId, userId: actor.userId }, wordsLost(before.content, content));
  const current = archiveView(record, { pseudonym: actor.pseudonym, isEmbedded: false });
  await forgetAnswersAbout(db, { userId: null, ids: [memoryId], current });
  return { state: "saved", record };
}

/**
 * Marks an action item of the user's own memory as done or not done. The version is unchanged, because it is for the text: a user who is
 * editing the text must not get a conflict.
 * @throws AppError `not-found`, also for an item that does not exist; `gone` (its owner has deleted the memory)
 */
export async function tick(
  db: Kysely<Schema>,
  actor: Actor,
  memoryId: string,
  { item, isDone }: BodyOf<typeof tickItem>,
): Promise<MemoryRecord> {
  const before = await lockOwn(db, actor, memoryId);
  if (before === null) throw await goneOrNotFound(db, actor, memoryId);
  const { actionItems, doneItems = [] } = archiveView(before, { pseudonym: "", isEmbedded: false }).analysis;
  if (!actionItems.includes(item)) throw notFound("This action item");
  const others = doneItems.filter((done) => done !== item);
  await updateDoneItems(db, memoryId, isDone ? [...others, item] : others);
  const record = await findMemory(db, memoryId);
  if (record === null) throw notFound();
  return record;
}

/**
 * Removes quotes of a memory from other features' rows.
 * @param words the words removed from it; null: it is deleted
 */
export type ForgetMentions = (
  db: Kysely<Schema>,
  memory: { id: string; userId: string },
  words: readonly string[] | null,
) => Promise<void>;

/**
 * Deletes the user's own memory: the row, its search document, answers that quoted it and answers stored for a retry.
 * @param db the transaction of the call
 * @throws AppError `not-found`
 */
export async function forgetMemory(
  db: Kysely<Schema>,
  actor: Actor,
  memoryId: string,
  forgetMentions: ForgetMentions,
): Promise<void> {
  if ((await lockOwn(db, actor, memoryId)) === null) throw notFound();
  await removeDocuments(db, [`memory:${memoryId}`]);
  await deleteMemoryRow(db, memoryId);
  await forgetMentions(db, { id: memoryId, userId: actor.userId }, null);
  await forgetAnswersAbout(db, { userId: null, ids: [memoryId], current: null });
}

/** The metadata that is still valid after a change of the text: action items that the text still contains. */
function metadataAfter(before: MemoryRecord, content: string): object {
  const { metadata } = before;
  if (typeof metadata !== "object" || metadata === null) return {};
  const derived = new Set(["mood", "overview", "topics", "actionItems", "doneItems"]);
  const unchanged = Object.fromEntries(Object.entries(metadata).filter(([name]) => !derived.has(name)));
  const { doneItems = [] } = archiveView(before, { pseudonym: "", isEmbedded: false }).analysis;
  const left = analyse(content, before.source).actionItems.filter((item) => doneItems.includes(item));
  return left.length === 0 ? unchanged : { ...unchanged, doneItems: left };
}

/** Null when it does not exist. @throws AppError `not-found` for another person's */
async function lockOwn(db: Kysely<Schema>, actor: Actor, memoryId: string): Promise<MemoryRecord | null> {
  const record = await lockMemory(db, memoryId);
  if (record === null) return null;
  return prove(record, record.userId === actor.userId ? "owner" : "stranger", ownMemory);
}

/** `<RFC 3339 instant>_<id>`, or only the instant. */
function parseCursor(text: string): Cursor {
  const at = text.indexOf("_");
  const head = at === -1 ? text : text.slice(0, at);
  const createdAt = new Date(head);
  if (!/^\d{4}-\d\d-\d\dT/.test(head) || Number.isNaN(createdAt.getTime()) || at === text.length - 1)
    throw new AppError("invalid-input", "before: give `<createdAt>_<id>` of the last memory you have.");
  return { createdAt, id: at === -1 ? null : text.slice(at + 1) };
}
