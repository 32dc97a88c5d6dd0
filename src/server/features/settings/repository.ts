import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** Rejects when the database does not answer. */
export async function askDatabase(db: Kysely<Schema>): Promise<void> {
  await sql`select 1`.execute(db);
}
