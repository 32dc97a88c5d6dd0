import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** One course of the data: it ends when a backup is put in its place. */
export interface DataEpoch {
  id: string;
  /** The moment of the backup it began from; null: from nothing, or not known. */
  setBackTo: Date | null;
}

/** The present one. A database without any begins its first. */
export async function readDataEpoch(db: Kysely<Schema>): Promise<DataEpoch> {
  // Two servers that start at once make one.
  return await db.transaction().execute(async (tx) => {
    await sql`lock table data_epochs in share row exclusive mode`.execute(tx);
    const newest = await tx
      .selectFrom("data_epochs")
      .select(["id", "set_back_to as setBackTo"])
      .orderBy("begun_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (newest !== undefined) return newest;
    return await tx
      .insertInto("data_epochs")
      .defaultValues()
      .returning(["id", "set_back_to as setBackTo"])
      .executeTakeFirstOrThrow();
  });
}

/** Those of the keys under which nothing of this person is known. */
export async function unknownKeys(
  db: Kysely<Schema>,
  userId: string,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const known = await db
    .selectFrom("idempotency_keys")
    .select("key")
    .where("user_id", "=", userId)
    .where("key", "in", keys)
    .execute();
  const found = new Set(known.map(({ key }) => key));
  return keys.filter((key) => !found.has(key));
}

/** Those of the accounts that are not here and were not deleted by anybody. */
export async function lostAccounts(db: Kysely<Schema>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const here = await db.selectFrom("users").select("id").where("id", "in", ids).execute();
  const deleted = await db
    .selectFrom("audit_log")
    .select("object_id as id")
    .where("event", "=", "account.deleted")
    .where("object_id", "in", ids)
    .execute();
  const known = new Set([...here, ...deleted].map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
