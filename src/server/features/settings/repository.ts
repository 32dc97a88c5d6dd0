import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** Stores whether language models may read the library for a person, for questions that do not come from a page. */
export async function storeUseRag(db: Kysely<Schema>, userId: string, useRag: boolean): Promise<void> {
  await db
    .updateTable("users")
    .set({ use_rag: useRag })
    .where("id", "=", userId)
    .where("use_rag", "is distinct from", useRag)
    .execute();
}

/** Rejects when the database does not answer. */
export async function askDatabase(db: Kysely<Schema>): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * The latest time in tables that most writes reach, by their indexes. Null when there is none. The tables hold times of the server
 * only, no times of phones.
 */
export async function findNewestInstant(db: Kysely<Schema>): Promise<Date | null> {
  const { rows } = await sql<{ newest: Date | null }>`
    select greatest(
      (select max(applied_at) from schema_migrations),
      (select max(begun_at) from data_epochs),
      (select max(created_at) from idempotency_keys),
      (select max(created_at) from events),
      (select max(updated_at) from search_documents)
    ) as newest`.execute(db);
  return rows[0]?.newest ?? null;
}
