import type { Kysely } from "kysely";
import type { createMemory } from "#shared/features/memories/contract.ts";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import { tooShort } from "#shared/features/memories/length-rule.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import { countMemories, findMemory, insertMemory, type MemoryRecord } from "./repository.ts";
import { memoryDocument } from "#shared/features/search/documents.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { quotaReached } from "#server/http/limits/quota.ts";

/**
 * Stores a memory for its person and makes it searchable. The client's id makes a retry harmless.
 * @param hasModel whether a language model can describe it
 * @param most maximum memories of the person
 * @throws AppError `invalid-input` (too short), `already-taken` (another's id), `quota-reached`
 */
export async function saveMemory(
  db: Kysely<Schema>,
  actor: Actor,
  given: BodyOf<typeof createMemory>,
  { hasModel, most }: { hasModel: boolean; most: number },
): Promise<MemoryRecord> {
  const problem = tooShort(given.type, given.content);
  if (problem !== null) throw new AppError("invalid-input", problem);
  const now = new Date();
  const written = given.createdAt === undefined ? now : new Date(given.createdAt);
  const memory = {
    id: given.id ?? newId(),
    userId: actor.userId,
    type: given.type,
    content: given.content,
    keywords: given.keywords ?? keywordsOf(given.content),
    messageId: given.messageId ?? null,
    afterMessageId: given.afterMessageId ?? null,
    mayAskModel: hasModel && given.useRag !== false,
    // A phone's clock may be ahead; no memory is dated in the future.
    createdAt: written > now ? now : written,
  };
  const isNew = await insertMemory(db, memory);
  const record = await findMemory(db, memory.id);
  if (record === null || record.userId !== actor.userId) {
    throw new AppError("already-taken", "Another memory has this id. Please send it again with a new one.");
  }
  if (isNew) {
    await assertMemoryRoom(db, actor, most);
    await upsertDocuments(db, [memoryDocument(record)]);
  }
  return record;
}

/**
 * Call after a memory was added, in the same transaction.
 * @throws AppError `quota-reached` when the person now has more than `most`
 */
export async function assertMemoryRoom(db: Kysely<Schema>, actor: Actor, most: number): Promise<void> {
  if ((await countMemories(db, actor.userId)) > most) throw quotaReached(actor, "memories", most);
}
