import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

type Row = Record<string, unknown>;

/** Locks a person's row until the transaction ends. Returns false when it no longer exists. */
export async function lockPerson(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** A person's rows of one table, by its owner column. Ids come first and increase with time. */
export async function listOwnRows(db: Kysely<Schema>, column: OwnedColumn, userId: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(own) as row from ${sql.table(column.table)} own
    where own.${sql.ref(column.column)} = ${userId} order by own::text`.execute(db);
  return rows.map(({ row }) => row);
}

/** Ids of a person's rows of one table that has ids. They increase with time. */
export async function listOwnIds(db: Kysely<Schema>, column: OwnedColumn, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select own.id from ${sql.table(column.table)} own
    where own.${sql.ref(column.column)} = ${userId} order by own.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Rows of one table by their ids, in the order of the ids. */
export async function listRowsById(
  db: Kysely<Schema>,
  table: string,
  ids: readonly string[],
): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(own) as row from ${sql.table(table)} own where own.id = any(${ids}::text[]) order by own.id`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** Rows of another table that are parts of the rows with these ids. */
export async function listParts(
  db: Kysely<Schema>,
  part: { table: string; column: string },
  ids: readonly string[],
): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(part) as row from ${sql.table(part.table)} part
    where part.${sql.ref(part.column)} = any(${ids}::text[]) order by part::text`.execute(db);
  return rows.map(({ row }) => row);
}

/** Deletes a person's rows of one table, or only clears their owner. Their search documents are deleted too. */
export async function letGo(db: Kysely<Schema>, owned: OwnedColumn, userId: string): Promise<void> {
  const { table, column, whenDeleted = "delete" } = owned;
  if (whenDeleted === "clear") {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${sql.ref(column)} = ${userId}`.execute(
      db,
    );
    return;
  }
  await letSomeGo(db, owned, userId, null);
}

/** Deletes at most `limit` of a person's rows of one table, with their search documents. @returns the number deleted */
export async function letSomeGo(
  db: Kysely<Schema>,
  { table, column, documents }: OwnedColumn,
  userId: string,
  limit: number | null,
): Promise<number> {
  const those = sql`${sql.table(table)} where ${sql.ref(column)} = ${userId} limit ${limit}::bigint`;
  if (documents === undefined) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(select ctid from ${those}))`.execute(db);
    return Number(numAffectedRows ?? 0);
  }
  const { rows } = await sql<{ id: string }>`select id from ${those}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const found = ids.map((id) => documents + id);
  await sql`delete from search_documents where id = any(${found}::text[])`.execute(db);
  await sql`delete from ${sql.table(table)} where id = any(${ids}::text[])`.execute(db);
  return ids.length;
}

/** Records that rows of a deleted user remain to be deleted. */
export async function saveDeparted(db: Kysely<Schema>, userId: string): Promise<void> {
  await db
    .insertInto("departed")
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
}

export async function listDeparted(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom("departed").select("user_id").orderBy("left_at").execute();
  return rows.map((row) => row.user_id);
}

export async function endDeparted(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom("departed").where("user_id", "=", userId).execute();
}

/** Ids of the communities a person belongs to. */
export async function listMembershipIds(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("community_people")
    .select("community_id as id")
    .where("user_id", "=", userId)
    .orderBy("community_id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Archives a community that has no people left, which removes it from the lists. */
export async function archiveCommunity(db: Kysely<Schema>, communityId: string): Promise<void> {
  await db.updateTable("communities").set({ status: "archived" }).where("id", "=", communityId).execute();
}

/** Moves pictures shown by a community to another of its admins. */
export async function handOverPhotos(db: Kysely<Schema>, userId: string): Promise<void> {
  await sql`
    update photos set owner_id = heir.user_id
    from (
      select distinct on (community_id) community_id, user_id from community_people
      where role = 'admin' and user_id <> ${userId} order by community_id, user_id
    ) heir
    where photos.owner_id = ${userId} and photos.used_by = 'community:' || heir.community_id`.execute(db);
}

/**
 * Makes a person's photos inaccessible, including those that a community loses with its last member.
 * @returns their paths; a sweep retries bytes that cannot be deleted now
 */
export async function withdrawPhotos(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    update photos set is_stored = false, used_by = null, unused_since = '-infinity'
    where owner_id = ${userId} returning path`.execute(db);
  return rows.map(({ path }) => path);
}

/** Titles of things that the person has borrowed and not returned. */
export async function listStillBorrowed(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("loans")
    .innerJoin("resources", "resources.id", "loans.resource_id")
    .select("resources.title")
    .where("loans.borrower_id", "=", userId)
    .where("loans.state", "=", "handed-over")
    .execute();
  return rows.map(({ title }) => title);
}

/** Removes a person's name from the audit log, and deletes the stored events of their channels. */
export async function forgetTraces(db: Kysely<Schema>, userId: string): Promise<void> {
  await sql`
    update audit_log set detail = detail - 'person'
    where detail ->> 'personId' = ${userId} and detail ? 'person'`.execute(db);
  await sql`delete from events where channel in (${`me-${userId}`}, ${`user-${userId}`})`.execute(db);
}
