import { type Kysely, sql } from "kysely";
import type { MemorySource, MemoryType } from "#shared/features/memories/contract.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

export const memoryOwnedColumns: readonly OwnedColumn[] = [{ table: "memories", column: "user_id" }];

export interface NewMemory {
  id: string;
  userId: string;
  type: MemoryType;
  content: string;
  keywords: string[];
  createdAt: Date;
  /** The answer it was made from; null for none. */
  messageId: string | null;
}

export interface MemoryRecord extends NewMemory {
  title: string | null;
  source: MemorySource;
  /** What only some memories have; see `MemoryMetadata` in view.ts. */
  metadata: unknown;
  /** Grows with every change. */
  version: number;
  updatedAt: Date;
}

/** False when a memory of this id is already there. */
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
      created_at: memory.createdAt,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findMemory(db: Kysely<Schema>, memoryId: string): Promise<MemoryRecord | null> {
  return (await selectMemories(db).where("id", "=", memoryId).executeTakeFirst()) ?? null;
}

/** A person's memories of these ids; of unknown and other people's ids nothing. */
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

/** A person's memories made from these messages, oldest first. */
export async function listMemoriesOfMessages(
  db: Kysely<Schema>,
  userId: string,
  messageIds: readonly string[],
): Promise<MemoryRecord[]> {
  if (messageIds.length === 0) return [];
  return await selectMemories(db)
    .where("user_id", "=", userId)
    .where("message_id", "=", sql<string>`any(${[...messageIds]})`)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The columns of a `MemoryRecord`, for every statement that reads some. */
export function selectMemories(db: Kysely<Schema>) {
  return db.selectFrom("memories").select([
    "id",
    "user_id as userId",
    // The table's check constraints allow these only.
    (columns) => columns.ref("type").$castTo<MemoryType>().as("type"),
    (columns) => columns.ref("source").$castTo<MemorySource>().as("source"),
    "content",
    "title",
    "keywords",
    "metadata",
    "version",
    "message_id as messageId",
    "created_at as createdAt",
    "updated_at as updatedAt",
  ]);
}
