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
