import { type Kysely, sql } from "kysely";
import type { MemorySource, MemoryType } from "#shared/features/memories/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import { type MemoryRecord, selectMemories } from "../repository.ts";

export interface Cursor {
  createdAt: Date;
  /** Null: everything before the time. */
  id: string | null;
}

/** A person's memories after a position in the list, newest first. */
export async function listMemoryPage(
  db: Kysely<Schema>,
  {
    userId,
    source,
    before,
    limit,
  }: {
    userId: string;
    source: MemorySource | null;
    before: Cursor | null;
    limit: number;
  },
): Promise<MemoryRecord[]> {
  let query = selectMemories(db).where("user_id", "=", userId);
  if (source !== null) query = query.where("source", "=", source);
  if (before !== null) {
    query =
      before.id === null
        ? query.where("created_at", "<", before.createdAt)
        : query.where(sql<boolean>`(created_at, id) < (${before.createdAt}, ${before.id})`);
  }
  return await query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
}

/**
 * A person's memories of given days of the year, before a year, newest first.
 * @param days as "08-30", in `zone`
 */
export async function listOfDays(
  db: Kysely<Schema>,
  {
    userId,
    days,
    zone,
    year,
    limit,
  }: { userId: string; days: readonly string[]; zone: string; year: number; limit: number },
): Promise<MemoryRecord[]> {
  return await selectMemories(db)
    .where("user_id", "=", userId)
    .where(sql<boolean>`to_char(created_at at time zone ${zone}, 'MM-DD') = any(${[...days]}::text[])`)
    .where(sql<boolean>`extract(year from created_at at time zone ${zone}) < ${year}`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Locked until the transaction ends, so that concurrent changes are serialized. */
export async function lockMemory(db: Kysely<Schema>, memoryId: string): Promise<MemoryRecord | null> {
  return (await selectMemories(db).where("id", "=", memoryId).forUpdate().executeTakeFirst()) ?? null;
}

export async function updateMemory(
  db: Kysely<Schema>,
  memoryId: string,
  values: Pick<MemoryRecord, "content" | "type" | "keywords" | "metadata" | "title" | "staysFromModels">,
): Promise<void> {
  await db
    .updateTable("memories")
    .set({
      content: values.content,
      type: values.type,
      keywords: values.keywords,
      title: values.title,
      metadata: JSON.stringify(values.metadata),
      stays_from_models: values.staysFromModels,
      version: sql`version + 1`,
      updated_at: new Date(),
    })
    .where("id", "=", memoryId)
    .execute();
}

/** Stores which action items are done, in addition to the memory's other metadata. */
export async function updateDoneItems(
  db: Kysely<Schema>,
  memoryId: string,
  doneItems: readonly string[],
): Promise<void> {
  await db
    .updateTable("memories")
    .set({ metadata: sql`metadata || ${JSON.stringify({ doneItems })}::jsonb` })
    .where("id", "=", memoryId)
    .execute();
}

export async function deleteMemoryRow(db: Kysely<Schema>, memoryId: string): Promise<void> {
  await db.deleteFrom("memories").where("id", "=", memoryId).execute();
}

export interface ImportedMemory {
  id: string;
  content: string;
  type: MemoryType;
  source: MemorySource;
  title: string | null;
  keywords: string[];
  metadata: object;
  createdAt: Date;
  staysFromModels: boolean;
}

/** Adds rows in this order, in one statement. Returns the ids of the new ones. */
export async function insertImported(
  db: Kysely<Schema>,
  userId: string,
  memories: readonly ImportedMemory[],
): Promise<Set<string>> {
  if (memories.length === 0) return new Set();
  const rows = memories.map(({ createdAt, ...row }, place) => ({
    ...row,
    created_at: createdAt.toISOString(),
    place,
  }));
  const { rows: inserted } = await sql<{ id: string }>`
    insert into memories (id, user_id, type, content, title, keywords, metadata, source, created_at,
                          stays_from_models)
    select input.id, ${userId}, input.type, input.content, input.title,
           array(select jsonb_array_elements_text(input.keywords)), input.metadata, input.source, input.created_at,
           input."staysFromModels"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input (
      id text, type text, content text, title text, keywords jsonb, metadata jsonb, source text, created_at timestamptz, place integer,
      "staysFromModels" boolean
    )
    order by input.place
    on conflict (id) do nothing
    returning id
  `.execute(db);
  return new Set(inserted.map(({ id }) => id));
}

/** The owners of the memories with these ids. Unknown ids are left out. */
export async function listOwners(db: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("memories")
    .select(["id", "user_id"])
    .where("id", "=", sql<string>`any(${[...ids]})`)
    .execute();
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}

/**
 * The ids of a person's memories with the same words at the same time as the given ones. An exported time has milliseconds.
 * @returns keyed by place
 */
export async function findSame(
  db: Kysely<Schema>,
  userId: string,
  fileRows: readonly { place: number; content: string; createdAt: string }[],
): Promise<Map<number, string>> {
  if (fileRows.length === 0) return new Map();
  const { rows } = await sql<{ place: number; id: string }>`
    select input.place, min(memories.id) as id
    from jsonb_to_recordset(${JSON.stringify(fileRows)}::jsonb) as input (place integer, content text, "createdAt" timestamptz)
    join memories on memories.user_id = ${userId} and memories.content = input.content
      and memories.created_at >= input."createdAt" and memories.created_at < input."createdAt" + interval '1 millisecond'
    group by input.place
  `.execute(db);
  return new Map(rows.map(({ place, id }) => [place, id]));
}

/** Version of a person's memories. It differs after every change. */
export async function memoriesStamp(db: Kysely<Schema>, userId: string): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(':', count(*), sum(version), max(seq), count(title), sum(extract(epoch from created_at))) as stamp from memories where user_id = ${userId}
  `.execute(db);
  return rows[0]?.stamp ?? "";
}

export interface TalkMemory {
  id: string;
  title: string | null;
  content: string;
  source: MemorySource;
  createdAt: Date;
}

/** All of a person's memories in chronological order. */
export async function listTalkMemories(db: Kysely<Schema>, userId: string): Promise<TalkMemory[]> {
  return await db
    .selectFrom("memories")
    .select([
      "id",
      "title",
      "content",
      (columns) => columns.ref("source").$castTo<MemorySource>().as("source"),
      "created_at as createdAt",
    ])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("seq")
    .execute();
}
