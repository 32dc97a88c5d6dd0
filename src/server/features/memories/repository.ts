import { type Kysely, sql } from "kysely";
import type { MemorySource, MemoryType } from "#shared/features/memories/contract.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

export const memoryOwnedColumns: readonly OwnedColumn[] = [
  { table: "memories", column: "user_id", documents: "memory:", isBulk: true },
];

export interface NewMemory {
  id: string;
  userId: string;
  type: MemoryType;
  content: string;
  keywords: string[];
  createdAt: Date;
  /** The answer it was made from; null for none. */
  messageId: string | null;
  /** The answer after which it was recorded; null or undefined for none. */
  afterMessageId?: string | null;
  /** Whether it is a daily thought. */
  isThought?: boolean;
  /** Whether there is a language model to describe it. */
  hasModel: boolean;
  /** No language model ever gets its words. */
  staysFromModels: boolean;
}

/** How often a model is called for a memory, including the first time. */
const MODEL_TRIES = 3;

export interface MemoryRecord extends Omit<NewMemory, "isThought" | "hasModel"> {
  afterMessageId: string | null;
  title: string | null;
  source: MemorySource;
  /** Only some memories have metadata; see `MemoryMetadata` in view.ts. */
  metadata: unknown;
  /** Incremented with every change. */
  version: number;
  updatedAt: Date;
}

/** Returns false when a memory with this id already exists. */
export async function insertMemory(db: Kysely<Schema>, memory: NewMemory): Promise<boolean> {
  const inserted = await db
    .insertInto("memories")
    .values({
      id: memory.id,
      user_id: memory.userId,
      type: memory.type,
      content: memory.content,
      keywords: memory.keywords,
      message_id: memory.messageId,
      after_message_id: memory.afterMessageId ?? null,
      model_tries_left: memory.hasModel && !memory.staysFromModels ? MODEL_TRIES : null,
      stays_from_models: memory.staysFromModels,
      metadata: JSON.stringify(memory.isThought === true ? { isThought: true } : {}),
      created_at: memory.createdAt,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Number of memories of a person. */
export async function countMemories(db: Kysely<Schema>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("memories")
    .where("user_id", "=", userId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Queues a new description after the text has changed. Without permission, the new text is sent to no model. */
export async function askModelAgain(
  db: Kysely<Schema>,
  memoryId: string,
  mayAskModel: boolean,
): Promise<void> {
  await db
    .updateTable("memories")
    .set({ model_tries_left: mayAskModel ? MODEL_TRIES : null, ask_model_after: null })
    .where("id", "=", memoryId)
    .execute();
}

export async function findMemory(db: Kysely<Schema>, memoryId: string): Promise<MemoryRecord | null> {
  return (await selectMemories(db).where("id", "=", memoryId).executeTakeFirst()) ?? null;
}

/** A person's memories with these ids. Unknown ids and those of other people are left out. */
export async function listMemories(
  db: Kysely<Schema>,
  userId: string,
  ids: readonly string[],
): Promise<MemoryRecord[]> {
  if (ids.length === 0) return [];
  return await selectMemories(db)
    .where("user_id", "=", userId)
    .where("id", "=", sql<string>`any(${[...ids]})`)
    .execute();
}

/** Maximum notes considered in a search by pattern. */
const MOST_NOTES = 20;

/**
 * A person's notes that match a POSIX pattern, ignoring case, newest first.
 * @param isForModel leaves out those kept from language models
 */
export async function notesLike(
  db: Kysely<Schema>,
  userId: string,
  { pattern, isForModel }: { pattern: string; isForModel: boolean },
): Promise<string[]> {
  let notes = db
    .selectFrom("memories")
    .select("content")
    .where("user_id", "=", userId)
    .where("content", "~*", pattern);
  if (isForModel) notes = notes.where("stays_from_models", "=", false);
  const newest = await notes.orderBy("created_at", "desc").limit(MOST_NOTES).execute();
  return newest.map(({ content }) => content);
}

/** A person's memories created from these messages, or recorded after them, oldest first. */
export async function listMemoriesOfMessages(
  db: Kysely<Schema>,
  userId: string,
  messageIds: readonly string[],
): Promise<MemoryRecord[]> {
  if (messageIds.length === 0) return [];
  return await selectMemories(db)
    .where("user_id", "=", userId)
    .where((row) =>
      row.or([
        row("message_id", "=", sql<string>`any(${[...messageIds]})`),
        row("after_message_id", "=", sql<string>`any(${[...messageIds]})`),
      ]),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** A person's newest memory with exactly this text, for a caller that does not give an id. */
export async function findMemoryByWords(
  db: Kysely<Schema>,
  userId: string,
  content: string,
): Promise<MemoryRecord | null> {
  const found = await selectMemories(db)
    .where("user_id", "=", userId)
    .where("content", "=", content)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Number of days, in a time zone, on which a person has written daily thoughts. Imported thoughts do not count, because a file may contain
 * any dates.
 */
export async function countThoughtDays(db: Kysely<Schema>, userId: string, zone: string): Promise<number> {
  const { days } = await db
    .selectFrom("memories")
    .select(sql<number>`count(distinct (created_at at time zone ${zone})::date)::int`.as("days"))
    .where("user_id", "=", userId)
    .where(sql<boolean>`metadata @> '{"isThought": true}' and not metadata ? 'isImported'`)
    .executeTakeFirstOrThrow();
  return days;
}

/** The columns of a `MemoryRecord`, for every query of them. */
export function selectMemories(db: Kysely<Schema>) {
  return db.selectFrom("memories").select([
    "id",
    "user_id as userId",
    // The table's check constraints allow only these.
    (columns) => columns.ref("type").$castTo<MemoryType>().as("type"),
    (columns) => columns.ref("source").$castTo<MemorySource>().as("source"),
    "content",
    "title",
    "keywords",
    "metadata",
    "version",
    "stays_from_models as staysFromModels",
    "message_id as messageId",
    "after_message_id as afterMessageId",
    "created_at as createdAt",
    "updated_at as updatedAt",
  ]);
}
