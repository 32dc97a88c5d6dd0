import type { Kysely } from "kysely";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import type { Schema } from "#server/db/schema.ts";
import { findMemory, findMemoryByWords, insertMemory, type MemoryRecord } from "./repository.ts";
import { assertMemoryRoom } from "./service.ts";
import { memoryDocument } from "#shared/features/search/documents.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";

/**
 * Stores a daily thought as a memory, without a minimum length. A known id changes nothing.
 * @throws AppError `already-taken` (another's id), `quota-reached`
 */
export async function saveThought(
  db: Kysely<Schema>,
  actor: Actor,
  given: { id: string; content: string; writtenAt: Date; mayAskModel: boolean; most: number },
): Promise<MemoryRecord> {
  const isNew = await insertMemory(db, {
    id: given.id,
    userId: actor.userId,
    type: "something-else",
    content: given.content,
    keywords: keywordsOf(given.content),
    messageId: null,
    isThought: true,
    mayAskModel: given.mayAskModel,
    createdAt: given.writtenAt,
  });
  const record = await findMemory(db, given.id);
  if (record === null || record.userId !== actor.userId) {
    throw new AppError("already-taken", "Another memory has this id. Please send it again with a new one.");
  }
  if (isNew) {
    await assertMemoryRoom(db, actor, given.most);
    await upsertDocuments(db, [memoryDocument(record)]);
  }
  return record;
}

/**
 * The person's own memory, by its id or its exact text.
 * @throws AppError `not-found`, also for another person's
 */
export async function findOwnThought(
  db: Kysely<Schema>,
  actor: Actor,
  meant: { id: string | undefined; content: string },
): Promise<MemoryRecord> {
  const record =
    meant.id === undefined
      ? await findMemoryByWords(db, actor.userId, meant.content)
      : await findMemory(db, meant.id);
  if (record === null || record.userId !== actor.userId) throw notFound("This memory");
  return record;
}
