import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { type MemoryRecord, selectMemories } from "../repository.ts";

/** A person's newest memories, newest first. */
export async function listNewest(db: Kysely<Schema>, userId: string, limit: number): Promise<MemoryRecord[]> {
  return await selectMemories(db)
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function countMemories(db: Kysely<Schema>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("memories")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns false when a memory with this id already exists. */
export async function insertKnowledge(
  db: Kysely<Schema>,
  memory: Pick<MemoryRecord, "id" | "userId" | "content" | "keywords" | "source" | "createdAt"> & {
    metadata: object;
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto("memories")
    .values({
      id: memory.id,
      user_id: memory.userId,
      type: "something-else",
      content: memory.content,
      keywords: memory.keywords,
      source: memory.source,
      metadata: JSON.stringify(memory.metadata),
      created_at: memory.createdAt,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}
