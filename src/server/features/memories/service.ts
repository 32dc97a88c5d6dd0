import type { Kysely } from "kysely";
import type { createMemory, Memory } from "#shared/features/memories/contract.ts";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import { sameWords } from "#shared/features/memories/same-words.ts";
import { tooShort } from "#shared/features/memories/length-rule.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import { listLikeNote, lockNotes, renewNote } from "./equal-notes-repository.ts";
import {
  countMemories,
  findMemory,
  findMemoryByWords,
  insertMemory,
  listMemories,
  listMemoriesOfMessages,
  type MemoryRecord,
  type NewMemory,
} from "./repository.ts";
import { memoryDocument } from "#shared/features/search/documents.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { quotaReached } from "#server/http/limits/quota.ts";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { NoteFacts } from "#shared/features/chat/retrieved.ts";
import { memoryView } from "./view.ts";

type NewNote = BodyOf<typeof createMemory>;

interface Room {
  /** Whether a language model can describe it. */
  hasModel: boolean;
  /** Maximum memories of the person. */
  most: number;
}

/**
 * Stores a memory for its person and makes it searchable. The client's id prevents duplicates on a retry.
 * @throws AppError `invalid-input` (too short), `already-taken` (another user's id), `quota-reached`
 */
export async function saveMemory(
  db: Kysely<Schema>,
  actor: Actor,
  newMemory: NewNote,
  room: Room,
): Promise<MemoryRecord> {
  return await store(db, actor, memoryOf(actor, newMemory, room), room.most);
}

/**
 * Like `saveMemory`, but equal notes are one: when the person has a note that differs from this one in case, punctuation and time only, that
 * note gets the newer time and is returned under its own id.
 * @param db the transaction of the call
 */
export async function saveNote(
  db: Kysely<Schema>,
  actor: Actor,
  newNote: NewNote,
  room: Room,
): Promise<MemoryRecord> {
  const note = memoryOf(actor, newNote, room);
  // Serialized per person, because two concurrent requests would not see each other's note.
  await lockNotes(db, actor.userId);
  const isRetry = (await findMemory(db, note.id)) !== null;
  const like = isRetry ? [] : await listLikeNote(db, note);
  const equal = like.find(({ content }) => sameWords(content) === sameWords(note.content));
  if (equal === undefined || !(await renewNote(db, equal, note))) {
    return await store(db, actor, note, room.most);
  }
  return (await findMemory(db, equal.id)) ?? equal;
}

/** @throws AppError `invalid-input` (too short) */
function memoryOf(actor: Actor, newMemory: NewNote, { hasModel }: Pick<Room, "hasModel">): NewMemory {
  const problem = tooShort(newMemory.type, newMemory.content);
  if (problem !== null) throw new AppError("invalid-input", problem);
  const now = new Date();
  const written = newMemory.createdAt === undefined ? now : new Date(newMemory.createdAt);
  return {
    id: newMemory.id ?? newId(),
    userId: actor.userId,
    type: newMemory.type,
    content: newMemory.content,
    keywords: newMemory.keywords ?? keywordsOf(newMemory.content),
    messageId: newMemory.messageId ?? null,
    afterMessageId: newMemory.afterMessageId ?? null,
    hasModel,
    staysFromModels: newMemory.useRag === false,
    // A phone's clock may be ahead; a memory is never dated in the future.
    createdAt: written > now ? now : written,
  };
}

/** @throws AppError `already-taken` (another user's id), `quota-reached` */
async function store(
  db: Kysely<Schema>,
  actor: Actor,
  memory: NewMemory,
  most: number,
): Promise<MemoryRecord> {
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
async function assertMemoryRoom(db: Kysely<Schema>, actor: Actor, most: number): Promise<void> {
  if ((await countMemories(db, actor.userId)) > most) throw quotaReached(actor, "memories", most);
}

/**
 * Stores a daily thought as a memory, without a minimum length. A known id has no effect.
 * @throws AppError `already-taken` (another user's id), `quota-reached`
 */
export async function saveThought(
  db: Kysely<Schema>,
  actor: Actor,
  thought: Pick<NewMemory, "id" | "content" | "hasModel" | "staysFromModels"> & {
    writtenAt: Date;
    most: number;
  },
): Promise<MemoryRecord> {
  const memory = {
    id: thought.id,
    userId: actor.userId,
    type: "something-else",
    content: thought.content,
    keywords: keywordsOf(thought.content),
    messageId: null,
    isThought: true,
    hasModel: thought.hasModel,
    staysFromModels: thought.staysFromModels,
    createdAt: thought.writtenAt,
  } as const;
  return await store(db, actor, memory, thought.most);
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

// The memories' functions for the chat. app.ts passes them in, because the chat does not depend on the memory archive.

/** Memories and cards that a person has created from each of these messages, without deleted memories. */
export async function madeFrom(
  db: Kysely<Schema>,
  userId: string,
  messageIds: readonly string[],
): Promise<(messageId: string) => { ui: MessageUi | null; keptAfter: Memory[] }> {
  const memories = await listMemoriesOfMessages(db, userId, messageIds);
  return (id) => {
    const from = memories.findLast(({ messageId }) => messageId === id);
    return {
      ui: from === undefined ? null : { type: "memory-created", memory: memoryView(from) },
      keptAfter: memories.filter(({ afterMessageId }) => afterMessageId === id).map(memoryView),
    };
  };
}

/** Facts about the memories among these ids that are the person's own, by id. */
export async function notesAmong(
  db: Kysely<Schema>,
  userId: string,
  memoryIds: readonly string[],
): Promise<ReadonlyMap<string, NoteFacts>> {
  const memories = await listMemories(db, userId, memoryIds);
  return new Map(
    memories.map(({ id, type, createdAt }) => [
      id,
      { isNeed: type === "looking-for", notedAt: createdAt.getTime() },
    ]),
  );
}
