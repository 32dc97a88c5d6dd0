import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

/** Only accounts can be linked, so visitors have none of these rows. */
export const omiOwnedColumns: readonly OwnedColumn[] = [
  { table: "omi_links", column: "user_id" },
  { table: "omi_states", column: "user_id" },
  { table: "omi_proofs", column: "user_id", isExported: false },
  // Deleting an account and signing up again must not reset the limit.
  { table: "omi_codes_sent", column: "user_id", whenDeleted: "clear", isExported: false },
  { table: "omi_writes", column: "user_id" },
  { table: "omi_forgotten", column: "user_id" },
];

/** Deletes the link or its proof, waiting writes, and pending states. */
export async function removeLink(db: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of ["omi_links", "omi_proofs", "omi_states", "omi_writes"] as const)
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
}

/** The memories among these that the person has deleted here. */
export async function listForgotten(
  db: Kysely<Schema>,
  userId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("omi_forgotten")
    .select("memory_id")
    .where("user_id", "=", userId)
    .where("memory_id", "=", sql<string>`any(${[...ids]})`)
    .execute();
  return new Set(rows.map(({ memory_id }) => memory_id));
}

export async function forgetOldOmiRows(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom("omi_states").where("expires_at", "<", before).execute();
  await db.deleteFrom("omi_codes_sent").where("sent_at", "<", before).execute();
  await db.deleteFrom("omi_writes").where("sent_at", "<", before).execute();
}
