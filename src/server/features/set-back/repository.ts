import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** A period of the server's data. It ends when a backup is restored. */
export interface DataEpoch {
  id: string;
  /** Creation time of the restored backup; null: an empty database, or unknown. */
  setBackTo: Date | null;
}

/** The current epoch. A database without one begins its first. */
export async function readDataEpoch(db: Kysely<Schema>): Promise<DataEpoch> {
  // Locked, so that two servers starting at once create only one.
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

/** The keys among these without any stored data of this person. */
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
