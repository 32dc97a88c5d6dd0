import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

/** The row outlives its person until Mem0 has deleted the copies. A visitor has none. */
export const mem0OwnedColumns: readonly OwnedColumn[] = [
  { table: "mem0_owners", column: "user_id", uniqueWith: [], whenDeleted: "clear" },
];

/** The user's name at Mem0 while they allow copies; else null. */
export async function findOwner(db: Kysely<Schema>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("mem0_owners")
    .select("owner")
    .where("user_id", "=", userId)
    .where("is_on", "=", true)
    .executeTakeFirst();
  return row?.owner ?? null;
}

export async function findConsent(db: Kysely<Schema>, userId: string) {
  const row = await db
    .selectFrom("mem0_owners as person")
    .select((columns) => [
      "is_on as isOn",
      columns
        .selectFrom("mem0_copies as copy")
        .select(sql<number>`count(*) filter (where copy.is_wanted and copy.is_pending)::int`.as("count"))
        .whereRef("copy.owner", "=", "person.owner")
        .as("toCopy"),
      columns
        .selectFrom("mem0_copies as copy")
        .select(sql<number>`count(*) filter (where not copy.is_wanted)::int`.as("count"))
        .whereRef("copy.owner", "=", "person.owner")
        .as("toForget"),
    ])
    .where("person.user_id", "=", userId)
    .executeTakeFirst();
  return { isOn: row?.isOn ?? false, toCopy: row?.toCopy ?? 0, toForget: row?.toForget ?? 0 };
}

/** @param owner the user's name at Mem0; does not replace an existing name */
export async function allowCopies(db: Kysely<Schema>, userId: string, owner: string): Promise<void> {
  await db
    .insertInto("mem0_owners")
    .values({ owner, user_id: userId, is_on: true })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ is_on: true, not_before: null }))
    .execute();
  await sql`
    insert into mem0_copies (owner, memory_id)
    select person.owner, memory.id
    from mem0_owners person join memories memory on memory.user_id = person.user_id
    where person.user_id = ${userId} and not memory.stays_from_models
    on conflict (owner, memory_id) do update
      set is_wanted = true, is_pending = true, wishes = mem0_copies.wishes + 1
      where not mem0_copies.is_wanted`.execute(db);
}

export async function refuseCopies(db: Kysely<Schema>, userId: string): Promise<void> {
  const person = await db
    .updateTable("mem0_owners")
    .set({ is_on: false, not_before: null })
    .where("user_id", "=", userId)
    .returning("owner")
    .executeTakeFirst();
  if (person === undefined) return;
  await db
    .updateTable("mem0_copies")
    .set({ is_wanted: false, is_pending: true, wishes: sql`wishes + 1` })
    .where("owner", "=", person.owner)
    .execute();
}

export interface HeldOwner {
  owner: string;
  /** Null: the account is deleted. */
  userId: string | null;
  tries: number;
}

/** Claims a user with pending copies, so that no other server works on them; null when there is none. */
export async function claimOwner(db: Kysely<Schema>, holdMs: number): Promise<HeldOwner | null> {
  const { rows } = await sql<HeldOwner>`
    update mem0_owners set held_until = ${new Date(Date.now() + holdMs)}
    where owner = (
      select owner from mem0_owners person
      where coalesce(not_before, '-infinity') <= now() and coalesce(held_until, '-infinity') <= now()
        and exists (select from mem0_copies copy where copy.owner = person.owner and copy.is_pending)
      order by not_before nulls first, owner limit 1 for update skip locked
    )
    returning owner, user_id as "userId", tries`.execute(db);
  return rows[0] ?? null;
}

/** Extends the claim before each step, so that it does not expire during a slow one. */
export async function holdOn(db: Kysely<Schema>, owner: string, holdMs: number): Promise<void> {
  await db
    .updateTable("mem0_owners")
    .set({ held_until: new Date(Date.now() + holdMs) })
    .where("owner", "=", owner)
    .execute();
}

/** @param failed null on success; else the number of failures and the time of the next try */
export async function releaseOwner(
  db: Kysely<Schema>,
  owner: string,
  failed: { tries: number; notBefore: Date } | null,
): Promise<void> {
  await db
    .updateTable("mem0_owners")
    .set({ held_until: null, tries: failed?.tries ?? 0, not_before: failed?.notBefore ?? null })
    .where("owner", "=", owner)
    .execute();
  // No row of a deleted account is left.
  await db
    .deleteFrom("mem0_owners")
    .where("owner", "=", owner)
    .where("user_id", "is", null)
    .where((row) =>
      row.not(row.exists(row.selectFrom("mem0_copies").select("owner").where("owner", "=", owner))),
    )
    .execute();
}

export async function hasWanted(db: Kysely<Schema>, owner: string): Promise<boolean> {
  const wanted = await db
    .selectFrom("mem0_copies")
    .select("owner")
    .where("owner", "=", owner)
    .where("is_wanted", "=", true)
    .limit(1)
    .executeTakeFirst();
  return wanted !== undefined;
}

export interface PendingCopy {
  memoryId: string;
  isWanted: boolean;
  wishes: number;
  remoteIds: string[];
  uncertainSince: Date | null;
  /** The memory's text for Mem0; null when it is deleted. */
  content: string | null;
}

/** All of an owner's memories that Mem0 should delete. */
export async function listUnwanted(db: Kysely<Schema>, owner: string) {
  return await db
    .selectFrom("mem0_copies")
    .select(["memory_id as memoryId", "wishes", "uncertain_since as uncertainSince"])
    .where("owner", "=", owner)
    .where("is_wanted", "=", false)
    .execute();
}

/** Deletions come first. The rest is in random order, so that failing copies do not always block the same others. */
export async function listPending(db: Kysely<Schema>, owner: string, limit: number): Promise<PendingCopy[]> {
  return await db
    .selectFrom("mem0_copies as copy")
    .innerJoin("mem0_owners as person", "person.owner", "copy.owner")
    .leftJoin("memories as memory", (join) =>
      join.onRef("memory.id", "=", "copy.memory_id").onRef("memory.user_id", "=", "person.user_id"),
    )
    .select([
      "copy.memory_id as memoryId",
      "copy.is_wanted as isWanted",
      "copy.wishes",
      "copy.remote_ids as remoteIds",
      "copy.uncertain_since as uncertainSince",
      "memory.content",
    ])
    .where("copy.owner", "=", owner)
    .where("copy.is_pending", "=", true)
    .orderBy("copy.is_wanted")
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
}

/** Records Mem0's current copies of a memory, before and after each call. */
export async function noteCopy(
  db: Kysely<Schema>,
  { owner, memoryId }: { owner: string; memoryId: string },
  { remoteIds, uncertainSince }: Pick<PendingCopy, "remoteIds" | "uncertainSince">,
): Promise<void> {
  await db
    .updateTable("mem0_copies")
    .set({ remote_ids: remoteIds, uncertain_since: uncertainSince })
    .where("owner", "=", owner)
    .where("memory_id", "=", memoryId)
    .execute();
}

/** Marks a wish as carried out, but not a newer wish. */
export async function settleCopy(
  db: Kysely<Schema>,
  { owner, memoryId, wishes }: { owner: string; memoryId: string; wishes: number },
): Promise<void> {
  await db
    .updateTable("mem0_copies")
    .set({ is_pending: false })
    .where("owner", "=", owner)
    .where("memory_id", "=", memoryId)
    .where("wishes", "=", wishes)
    .execute();
}

/** Deletes the records of memories of which Mem0 has no copies left. */
export async function dropCopies(
  db: Kysely<Schema>,
  owner: string,
  copies: readonly Pick<PendingCopy, "memoryId" | "wishes">[],
): Promise<void> {
  if (copies.length === 0) return;
  await sql`
    delete from mem0_copies copy using
      jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as input ("memoryId" text, wishes integer)
    where copy.owner = ${owner} and copy.memory_id = input."memoryId" and copy.wishes = input.wishes
      and not copy.is_wanted`.execute(db);
}

export async function countWaiting(db: Kysely<Schema>): Promise<number> {
  const { count } = await db
    .selectFrom("mem0_copies")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("is_pending", "=", true)
    .executeTakeFirstOrThrow();
  return count;
}
