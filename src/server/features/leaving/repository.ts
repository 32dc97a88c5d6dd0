import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

type Row = Record<string, unknown>;

/** Holds a person's row until the transaction ends. False when it is gone already. */
export async function lockPerson(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** A person's rows of one table, by the column that says whose they are; ids come first and rise with time. */
export async function listOwnRows(db: Kysely<Schema>, column: OwnedColumn, userId: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(own) as row from ${sql.table(column.table)} own
    where own.${sql.ref(column.column)} = ${userId} order by own::text`.execute(db);
  return rows.map(({ row }) => row);
}

/** The ids of a person's rows of one table that has ids; they rise with time. */
export async function listOwnIds(db: Kysely<Schema>, column: OwnedColumn, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select own.id from ${sql.table(column.table)} own
    where own.${sql.ref(column.column)} = ${userId} order by own.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Rows of one table by their ids, in the order of these. */
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

/** The rows of another table that are part of rows with these ids. */
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

/** Deletes a person's rows of one table, or only forgets whose they were; what search knows of them goes along. */
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

/** Deletes at most `limit` of a person's rows of one table, with what search knows of them. @returns how many there were */
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

/** Keeps that rows of a user who is gone are still to be deleted. */
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

/** Nobody is left in it: it is taken off the lists. */
export async function archiveCommunity(db: Kysely<Schema>, communityId: string): Promise<void> {
  await db.updateTable("communities").set({ status: "archived" }).where("id", "=", communityId).execute();
}

/** Pictures a community shows stay its own, in another admin's name. */
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
 * Takes a person's photos out of circulation, those that a community loses with its last member included.
 * @returns their paths; a sweep finds those whose bytes cannot be deleted now
 */
export async function withdrawPhotos(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    update photos set is_stored = false, used_by = null, unused_since = '-infinity'
    where owner_id = ${userId} returning path`.execute(db);
  return rows.map(({ path }) => path);
}

/** Things the person has borrowed and not given back, by their titles. */
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

/** Takes a person's name out of the record, and out of what is still told of them. */
export async function forgetTraces(db: Kysely<Schema>, userId: string): Promise<void> {
  await sql`
    update audit_log set detail = detail - 'person'
    where detail ->> 'personId' = ${userId} and detail ? 'person'`.execute(db);
  await sql`delete from events where channel in (${`me-${userId}`}, ${`user-${userId}`})`.execute(db);
}
