import type { Kysely } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";
import { deletePerson, listOwnerColumns, lockVisitor, reassignRows } from "./repository.ts";

/**
 * Gives everything a visitor made to an account and lets the visitor go. Call it inside a transaction.
 * @param columns every feature's owned columns, as app.ts collects them
 * @returns false when there was no such visitor (any more): two tabs signed in at once, and the first took it all
 */
export async function moveOwnership(
  db: Kysely<Schema>,
  visitorId: string,
  accountId: string,
  columns: readonly OwnedColumn[],
): Promise<boolean> {
  if (!(await lockVisitor(db, visitorId))) return false;
  for (const column of columns) await reassignRows(db, column, visitorId, accountId);
  await deletePerson(db, visitorId);
  return true;
}

/** Columns of the database that say whose a row is and that nobody listed, as `table.column`. For a test. */
export async function unlistedOwnerColumns(
  db: Kysely<Schema>,
  columns: readonly OwnedColumn[],
): Promise<string[]> {
  const listed = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  const present = await listOwnerColumns(db);
  return present.map(({ table, column }) => `${table}.${column}`).filter((name) => !listed.has(name));
}
