import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { Kysely } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { sessionUserOf } from "#server/features/account/arrival.ts";
import { listOwnIds, listOwnRows, listParts, listRowsById } from "./repository.ts";
import { storageKeyOf } from "#server/features/photos/signed-link.ts";

/** Rows per statement. */
const AT_ONCE = 500;
/** Identifies the format of the archive. */
const FORMAT = "looby-account-1";

/**
 * All data of a user: `looby.json` with their rows of every table, by table name, and the photos they have uploaded. Generated while it is
 * read, one photo at a time.
 */
export async function* exportArchive(deps: Deps, userId: string): AsyncGenerator<Uint8Array> {
  const rows = await ownRows(deps, deps.accounts.ownedColumns, userId);
  const account = await sessionUserOf(deps.database.kysely, userId);
  const json = { format: FORMAT, exportedAt: new Date().toISOString(), account, tables: rows };
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    ready.push(chunk);
  });
  const main = new ZipDeflate("looby.json", { level: 6 });
  zip.add(main);
  main.push(strToU8(JSON.stringify(json, null, 2)), true);
  yield* ready.splice(0);
  for (const path of pathsOf(rows["photos"] ?? [])) {
    const bytes = await photoBytes(deps, path);
    if (bytes === null) continue;
    // Photos are already compressed.
    const photo = new ZipPassThrough(`photos/${path}`);
    zip.add(photo);
    photo.push(bytes, true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

async function ownRows(
  { database }: Deps,
  columns: readonly OwnedColumn[],
  userId: string,
): Promise<Record<string, Record<string, unknown>[]>> {
  const tables: Record<string, Record<string, unknown>[]> = {};
  for (const column of columns) {
    if (column.isExported === false) continue;
    const hasIds = column.isBulk === true || column.parts !== undefined;
    if (!hasIds) tables[column.table] = await listOwnRows(database.kysely, column, userId);
    else Object.assign(tables, await rowsById(database.kysely, column, userId));
  }
  return tables;
}

/** In batches, so that other requests wait for one statement, not for all of a user's memories. */
async function rowsById(
  db: Kysely<Schema>,
  column: OwnedColumn,
  userId: string,
): Promise<Record<string, Record<string, unknown>[]>> {
  const { table, parts = [] } = column;
  const rows: Record<string, unknown>[] = [];
  const ofParts = new Map<string, Record<string, unknown>[]>(parts.map((part) => [part.table, []]));
  const ids = await listOwnIds(db, column, userId);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    rows.push(...(await listRowsById(db, table, some)));
    for (const part of parts) ofParts.get(part.table)?.push(...(await listParts(db, part, some)));
  }
  return { [table]: rows, ...Object.fromEntries(ofParts) };
}

function pathsOf(photos: readonly Record<string, unknown>[]): string[] {
  return photos.flatMap(({ path, is_stored }) =>
    typeof path === "string" && is_stored === true ? [path] : [],
  );
}

async function photoBytes({ storage }: Deps, path: string): Promise<Uint8Array | null> {
  const found = await storage.get(storageKeyOf(path, "full"));
  return found === null ? null : new Uint8Array(await new Response(found.body).arrayBuffer());
}
