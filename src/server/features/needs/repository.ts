import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

export interface NewNeed {
  id: string;
  userId: string;
  isShared: boolean;
  place: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** Maximum needs in a list. */
const MOST_LISTED = 200;

export interface MatchRecord {
  needId: string;
  resourceId: string;
  title: string;
  place: string | null;
}

export async function insertNeed(db: Kysely<Schema>, need: NewNeed): Promise<void> {
  const { userId, isShared, ...rest } = need;
  await db
    .insertInto("needs")
    .values({ ...rest, user_id: userId, is_shared: isShared })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

export async function findNeed(db: Kysely<Schema>, needId: string) {
  return (await selectNeeds(db).where("needs.id", "=", needId).executeTakeFirst()) ?? null;
}

export async function listNeedsOf(db: Kysely<Schema>, userId: string): Promise<NeedRecord[]> {
  return await selectNeeds(db)
    .where("needs.user_id", "=", userId)
    .orderBy("needs.state", "desc")
    .orderBy("needs.created_at", "desc")
    .limit(MOST_LISTED)
    .execute();
}

/** Open shared needs, newest first. */
export async function listSharedNeeds(db: Kysely<Schema>): Promise<NeedRecord[]> {
  return await selectNeeds(db)
    .where("needs.is_shared", "=", true)
    .where("needs.state", "=", "open")
    .orderBy("needs.created_at", "desc")
    .orderBy("needs.id", "desc")
    .limit(MOST_LISTED)
    .execute();
}

/** A change visible to other users causes a new search, so that owners are notified. */
export async function updateNeed(
  db: Kysely<Schema>,
  needId: string,
  change: { state?: "open" | "closed" | undefined; isShared?: boolean | undefined },
): Promise<void> {
  await db
    .updateTable("needs")
    .set({
      looked_at: null,
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.isShared === undefined ? {} : { is_shared: change.isShared }),
    })
    .where("id", "=", needId)
    .execute();
}

/**
 * Turns memories of things looked for into needs, at most `limit` at once. Memories edited to another subject stop being needs. A
 * person's newest come first; beyond `most` they remain plain memories. @returns how many became needs
 */
export async function adoptMemories(
  db: Kysely<Schema>,
  { limit, most }: { limit: number; most: { user: number; visitor: number } },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into needs (id, user_id, created_at)
    select id, user_id, created_at from (
      select id, user_id, created_at, row_number() over (partition by user_id order by created_at desc, id) as place
      from memories
      where type = 'looking-for' and not exists (select from needs where needs.id = memories.id)
    ) wanted
    where place + (select count(*) from needs where needs.user_id = wanted.user_id)
      <= case when starts_with(user_id, 'anon-') then ${most.visitor}::bigint else ${most.user}::bigint end
    limit ${limit}
    on conflict (id) do nothing
  `.execute(db);
  await sql`
    delete from needs using memories where memories.id = needs.id and memories.type <> 'looking-for'
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Open needs to match against the library: new ones, and all needs after a resource was added or changed. For two minutes after
 * that they are matched again from time to time, because the resource's vector is ready later than its words.
 */
export async function listUnlooked(db: Kysely<Schema>, limit: number): Promise<NeedRecord[]> {
  return await selectNeeds(db)
    .where("needs.state", "=", "open")
    .where(sql<boolean>`(aside_until is null or aside_until < now())`)
    .where((row) =>
      row.or([
        row("looked_at", "is", null),
        sql<boolean>`looked_at < now() - interval '2 seconds' and exists (
          select from search_documents document
          where document.kind = 'resource' and document.updated_at > needs.looked_at
        )`,
        sql<boolean>`looked_at < now() - interval '20 seconds' and exists (
          select from search_documents document
          where document.kind = 'resource' and document.updated_at > needs.looked_at - interval '2 minutes'
        )`,
      ]),
    )
    .orderBy("looked_at", (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
}

/** Number of a person's needs, closed ones included. */
export async function countNeeds(db: Kysely<Schema>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("needs")
    .where("user_id", "=", userId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Postpones a need until the given time. */
export async function setAside(db: Kysely<Schema>, needId: string, until: Date): Promise<void> {
  await db.updateTable("needs").set({ aside_until: until }).where("id", "=", needId).execute();
}

/** The resources among these ids that can be lent. */
export async function listOffers(db: Kysely<Schema>, resourceIds: readonly string[]) {
  return await db
    .selectFrom("resources")
    .select(["id", "title", "availability", "created_by as ownerId"])
    .where("status", "=", "active")
    .where("id", "=", sql<string>`any(${[...resourceIds]}::text[])`)
    .execute();
}

/** Stores the current matches of a need, best first, and deletes those that no longer match. */
export async function replaceMatches(
  db: Kysely<Schema>,
  needId: string,
  resourceIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("need_matches")
    .where("need_id", "=", needId)
    .where("resource_id", "<>", sql<string>`all(${[...resourceIds]}::text[])`)
    .execute();
  for (const [index, resourceId] of resourceIds.entries()) {
    await db
      .insertInto("need_matches")
      .values({ need_id: needId, resource_id: resourceId, rank: index + 1 })
      .onConflict((conflict) => conflict.columns(["need_id", "resource_id"]).doUpdateSet({ rank: index + 1 }))
      .execute();
  }
  await db.updateTable("needs").set({ looked_at: new Date() }).where("id", "=", needId).execute();
}

/** Takes the matches of a need its person was not notified of. @returns ids of resources, best first */
export async function takeForSeeker(db: Kysely<Schema>, needId: string): Promise<string[]> {
  const rows = await db
    .updateTable("need_matches")
    .set({ seeker_told: true })
    .where("need_id", "=", needId)
    .where("seeker_told", "=", false)
    .returning(["resource_id", "rank"])
    .execute();
  return rows.toSorted((a, b) => a.rank - b.rank).map((row) => row.resource_id);
}

/** Like `takeForSeeker`, for the owners. */
export async function takeForOwners(db: Kysely<Schema>, needId: string): Promise<string[]> {
  const rows = await db
    .updateTable("need_matches")
    .set({ owner_told: true })
    .where("need_id", "=", needId)
    .where("owner_told", "=", false)
    .returning("resource_id")
    .execute();
  return rows.map((row) => row.resource_id);
}

/** How often a person was notified of needs since the given time. */
export async function countNotified(db: Kysely<Schema>, userId: string, since: Date): Promise<number> {
  const { told: notified } = await db
    .selectFrom("notifications")
    .select((row) => row.fn.countAll<number>().as("told"))
    .where("user_id", "=", userId)
    .where("kind", "=", "need")
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return notified;
}

export async function listMatches(db: Kysely<Schema>, needIds: readonly string[]): Promise<MatchRecord[]> {
  if (needIds.length === 0) return [];
  return await db
    .selectFrom("need_matches")
    .innerJoin("resources", "resources.id", "need_matches.resource_id")
    .select(["need_id as needId", "resource_id as resourceId", "title", "address as place"])
    .where("need_id", "=", sql<string>`any(${[...needIds]}::text[])`)
    .where("status", "=", "active")
    .orderBy("rank")
    .execute();
}

export async function insertAnswer(
  db: Kysely<Schema>,
  answer: { id: string; needId: string; userId: string; pseudonym: string; message: string },
): Promise<boolean> {
  const { needId, userId, ...rest } = answer;
  const inserted = await db
    .insertInto("need_answers")
    .values({ ...rest, need_id: needId, user_id: userId })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function listAnswers(db: Kysely<Schema>, needIds: readonly string[]) {
  if (needIds.length === 0) return [];
  return await db
    .selectFrom("need_answers")
    .select(["id", "need_id as needId", "pseudonym as name", "message", "created_at as createdAt"])
    .where("need_id", "=", sql<string>`any(${[...needIds]}::text[])`)
    .orderBy("created_at")
    .execute();
}

export type NeedRecord = NonNullable<Awaited<ReturnType<typeof findNeed>>>;

function selectNeeds(db: Kysely<Schema>) {
  return db
    .selectFrom("needs")
    .innerJoin("memories", "memories.id", "needs.id")
    .select([
      "needs.id",
      "needs.user_id as userId",
      "memories.content as text",
      "memories.stays_from_models as staysFromModels",
      // The table's check constraint allows only these.
      (row) => row.ref("needs.state").$castTo<"open" | "closed">().as("state"),
      "is_shared as isShared",
      "place",
      "latitude",
      "longitude",
      "looked_at as lookedAt",
      "needs.created_at as createdAt",
    ]);
}

export const needOwnedColumns: readonly OwnedColumn[] = [
  { table: "needs", column: "user_id" },
  { table: "need_answers", column: "user_id" },
];
