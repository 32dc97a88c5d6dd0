import type { Kysely } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";
import { deletePerson, listOwnerColumns, lockVisitor, reassignRows } from "./repository.ts";

/**
 * Moves all of a visitor's data to an account and deletes the visitor. Call it inside a transaction.
 * @param columns the owned columns of all features, as collected by app.ts
 * @returns false when the visitor does not exist (any more), for example when two tabs signed in at once and the first moved
 *   everything
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

/** Ownership columns in the database that are not listed, as `table.column`. For a test. */
export async function unlistedOwnerColumns(
  db: Kysely<Schema>,
  columns: readonly OwnedColumn[],
): Promise<string[]> {
  const listed = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  const present = await listOwnerColumns(db);
  return present.map(({ table, column }) => `${table}.${column}`).filter((name) => !listed.has(name));
}
