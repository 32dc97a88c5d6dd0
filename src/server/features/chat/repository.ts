import { type Kysely, type Transaction, sql } from "kysely";
import type { MessageUi, Source } from "#shared/features/chat/contract.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

export const chatOwnedColumns: readonly OwnedColumn[] = [{ table: "threads", column: "user_id" }];

export interface ThreadRecord {
  id: string;
  userId: string;
  companion: string;
  title: string;
  activeLeafId: string | null;
  updatedAt: Date;
}

export interface NewMessage {
  id: string;
  threadId: string;
  parentId: string | null;
  role: "user" | "assistant";
  text: string;
}

/** A message of a conversation, with what is known of the run that wrote it. */
export interface MessageRecord {
  id: string;
  parentId: string | null;
  role: "user" | "assistant" | "system";
  text: string;
  reasoning: string;
  sources: Source[];
  ui: MessageUi | null;
  model: string | null;
  createdAt: Date;
  runId: string | null;
  state: "running" | "done" | "stopped" | "failed" | "interrupted" | null;
  error: string | null;
}

export async function findThread(db: Kysely<Schema>, threadId: string): Promise<ThreadRecord | null> {
  return (await selectThreads(db).where("id", "=", threadId).executeTakeFirst()) ?? null;
}

/** As `findThread`, holding the row until the transaction ends, so that turns of one thread come one after the other. */
export async function lockThread(tx: Transaction<Schema>, threadId: string): Promise<ThreadRecord | null> {
  return (await selectThreads(tx).where("id", "=", threadId).forUpdate().executeTakeFirst()) ?? null;
}

/** Newest first. */
export async function listThreads(
  db: Kysely<Schema>,
  filter: { userId: string; companion?: string | undefined; limit: number },
): Promise<ThreadRecord[]> {
  let query = selectThreads(db).where("user_id", "=", filter.userId);
  if (filter.companion !== undefined) query = query.where("companion", "=", filter.companion);
  return await query.orderBy("updated_at", "desc").orderBy("id", "desc").limit(filter.limit).execute();
}

export async function insertThread(
  tx: Transaction<Schema>,
  thread: { id: string; userId: string; companion: string; title: string },
): Promise<void> {
  await tx
    .insertInto("threads")
    .values({ id: thread.id, user_id: thread.userId, companion: thread.companion, title: thread.title })
    .execute();
}

/** Says where the conversation now ends. */
export async function moveActiveLeaf(
  tx: Transaction<Schema>,
  threadId: string,
  messageId: string,
): Promise<void> {
  await tx
    .updateTable("threads")
    .set({ active_leaf_id: messageId, updated_at: sql`now()` })
    .where("id", "=", threadId)
    .execute();
}

/** False when a message of this id is already there. */
export async function insertMessage(tx: Transaction<Schema>, message: NewMessage): Promise<boolean> {
  const inserted = await tx
    .insertInto("messages")
    .values({
      id: message.id,
      thread_id: message.threadId,
      parent_id: message.parentId,
      role: message.role,
      text: message.text,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A message and whose it is. */
export async function findMessage(db: Kysely<Schema>, messageId: string) {
  const row = await db
    .selectFrom("messages")
    .innerJoin("threads", "threads.id", "messages.thread_id")
    .select([
      "messages.id",
      "messages.thread_id as threadId",
      "messages.parent_id as parentId",
      "messages.role",
      "messages.text",
      "threads.user_id as userId",
    ])
    .where("messages.id", "=", messageId)
    .executeTakeFirst();
  return row ?? null;
}

/** The last `limit` messages of the branch that ends at `leafId`, oldest first. */
export async function listBranch(
  db: Kysely<Schema>,
  branch: { threadId: string; leafId: string; limit: number },
): Promise<MessageRecord[]> {
  const { rows } = await sql<MessageRecord>`
    with recursive branch as (
      select messages.*, 1 as depth from messages
      where id = ${branch.leafId} and thread_id = ${branch.threadId}
      union all
      select parent.*, branch.depth + 1 from messages parent
      join branch on parent.id = branch.parent_id
      where branch.depth < ${branch.limit}::int
    )
    select branch.id, parent_id as "parentId", role, text, reasoning, sources, ui, model, created_at as "createdAt",
           runs.id as "runId", runs.state, runs.error
    from branch left join runs on runs.message_id = branch.id
    order by depth desc`.execute(db);
  return rows;
}

function selectThreads(db: Kysely<Schema>) {
  return db
    .selectFrom("threads")
    .select([
      "id",
      "user_id as userId",
      "companion",
      "title",
      "active_leaf_id as activeLeafId",
      "updated_at as updatedAt",
    ]);
}
