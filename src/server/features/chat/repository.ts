import { type Kysely, type Transaction, sql } from "kysely";
import type { MessageUi, Source } from "#shared/features/chat/contract.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

export const chatOwnedColumns: readonly OwnedColumn[] = [
  { table: "threads", column: "user_id", parts: [{ table: "messages", column: "thread_id" }], isBulk: true },
];

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
  /** An answer that no later prompt contains. */
  staysFromModels?: boolean;
}

/** A message of a conversation, with data of the run that wrote it. */
export interface MessageRecord {
  id: string;
  parentId: string | null;
  role: "user" | "assistant" | "system";
  text: string;
  reasoning: string;
  sources: Source[];
  ui: MessageUi | null;
  steps: string[];
  /** Ids of the user's memories that went into it, also those it does not cite. */
  given: string[];
  /** No later prompt contains it. */
  staysFromModels: boolean;
  model: string | null;
  createdAt: Date;
  runId: string | null;
  state: "running" | "done" | "stopped" | "failed" | "interrupted" | null;
  error: string | null;
  /** Ids of all messages in the same place of the conversation, oldest first. */
  versions: string[];
}

/** A thread in a list, with its newest message that contains a searched word; null without a search. */
export interface FoundThread extends ThreadRecord {
  match: string | null;
  matchId: string | null;
}

export async function findThread(db: Kysely<Schema>, threadId: string): Promise<ThreadRecord | null> {
  return (await selectThreads(db).where("id", "=", threadId).executeTakeFirst()) ?? null;
}

/** Like `findThread`, but locks the row until the transaction ends, so that the turns of a thread are serialized. */
export async function lockThread(tx: Transaction<Schema>, threadId: string): Promise<ThreadRecord | null> {
  return (await selectThreads(tx).where("id", "=", threadId).forUpdate().executeTakeFirst()) ?? null;
}

/**
 * Newest first.
 * @param filter words: all of them must be in the title or in messages; an empty list matches every thread
 */
export async function listThreads(
  db: Kysely<Schema>,
  filter: {
    userId: string;
    companion?: string | undefined;
    words: readonly string[];
    /** Only threads with an answer being written. */
    isAnswering: boolean;
    limit: number;
  },
): Promise<FoundThread[]> {
  const patterns = filter.words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  // A user has few threads, which the database finds by index, so the text needs no index.
  const hasWord = sql`(threads.title ilike pattern or exists (
    select 1 from messages where thread_id = threads.id and text ilike pattern))`;
  const { rows } = await sql<FoundThread>`
    select threads.id, user_id as "userId", companion, title, active_leaf_id as "activeLeafId",
           updated_at as "updatedAt", found.text as match, found.id as "matchId"
    from threads left join lateral (
      select id, text from messages where thread_id = threads.id and text ilike any(${patterns}::text[])
      order by created_at desc, id desc limit 1) as found on true
    where user_id = ${filter.userId}
      and (${filter.companion ?? null}::text is null or companion = ${filter.companion ?? null})
      and (not ${filter.isAnswering}::boolean
           or exists (select 1 from runs where thread_id = threads.id and state = 'running'))
      and not exists (select 1 from unnest(${patterns}::text[]) as pattern where not ${hasWord})
    order by updated_at desc, threads.id desc limit ${filter.limit}`.execute(db);
  return rows;
}

/** Returns false when a thread with this id already exists. */
export async function insertThread(
  tx: Transaction<Schema>,
  thread: { id: string; userId: string; companion: string; title: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto("threads")
    .values({ id: thread.id, user_id: thread.userId, companion: thread.companion, title: thread.title })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Sets the end of the active branch. */
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

/** Does not move the thread in the list: a new title or another branch is not a new message. */
export async function updateThread(
  tx: Transaction<Schema>,
  threadId: string,
  change: { title?: string | undefined; activeLeafId?: string | undefined },
): Promise<void> {
  await tx
    .updateTable("threads")
    .set({
      ...(change.title === undefined ? {} : { title: change.title }),
      ...(change.activeLeafId === undefined ? {} : { active_leaf_id: change.activeLeafId }),
    })
    .where("id", "=", threadId)
    .execute();
}

/** Deletes a thread with its messages and runs. */
export async function removeThread(db: Kysely<Schema>, threadId: string): Promise<void> {
  await db.deleteFrom("threads").where("id", "=", threadId).execute();
}

/**
 * The last message of the branch through the given message, always following the newest version; null when it is not in the
 * thread.
 */
export async function findLeafBelow(
  db: Kysely<Schema>,
  { threadId, messageId }: { threadId: string; messageId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive path as (
      select id, 1 as depth from messages where id = ${messageId} and thread_id = ${threadId}
      union all
      select child.id, path.depth + 1 from path
      join lateral (
        select id from messages where parent_id = path.id order by created_at desc, id desc limit 1
      ) child on true
    )
    select id from path order by depth desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Returns false when a message with this id already exists. */
export async function insertMessage(tx: Transaction<Schema>, message: NewMessage): Promise<boolean> {
  const inserted = await tx
    .insertInto("messages")
    .values({
      id: message.id,
      thread_id: message.threadId,
      parent_id: message.parentId,
      role: message.role,
      text: message.text,
      stays_from_models: message.staysFromModels ?? false,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A message and its owner. */
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
    select branch.id, parent_id as "parentId", role, text, reasoning, sources, ui, steps, model,
           given_memories as given, stays_from_models as "staysFromModels", created_at as "createdAt",
           runs.id as "runId", runs.state, runs.error,
           case when parent_id is null
             then array(select id from messages where thread_id = branch.thread_id and parent_id is null
                        order by created_at, id)
             else array(select id from messages where parent_id = branch.parent_id and role = branch.role
                        order by created_at, id)
           end as versions
    from branch left join runs on runs.message_id = branch.id
    order by depth desc`.execute(db);
  return rows;
}

/** Number of finished answers by companion id for a person. */
export async function countAnswers(db: Kysely<Schema>, userId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("threads")
    .innerJoin("runs", "runs.thread_id", "threads.id")
    .select((select) => ["companion", select.cast<number>(select.fn.countAll(), "integer").as("answers")])
    .where("user_id", "=", userId)
    .where("state", "=", "done")
    .groupBy("companion")
    .execute();
  return new Map(rows.map(({ companion, answers }) => [companion, answers]));
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
