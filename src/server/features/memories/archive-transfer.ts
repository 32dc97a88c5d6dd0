import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { importMemories } from "#shared/features/memories/archive-contract.ts";
import {
  ARCHIVE_FORMAT,
  type ImportRow,
  parseImportRow,
  rowsOf,
} from "#shared/features/memories/archive-file.ts";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import {
  type ImportedMemory,
  insertImported,
  listMemoryPage,
  listOwners,
} from "#server/features/memories/archive-repository.ts";
import { archiveViews } from "#server/features/memories/archive.ts";
import type { MemoryRecord } from "#server/features/memories/repository.ts";
import { memoryDocument } from "#shared/features/search/documents.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import type { Actor } from "#server/http/actor.ts";

/** Rows of one transaction: on the embedded database everybody else waits for it. */
const BATCH = 250;
const MOST_ERRORS = 100;
const EXPORT_PAGE = 500;

type Report = ResponseOf<typeof importMemories>;

/**
 * Takes in a list of memories. Every row is stored whole, with what search knows of it, or not at all; a row that is there
 * already is left as it is. The same file again changes nothing.
 */
export async function takeIn(
  db: Kysely<Schema>,
  actor: Pick<Actor, "userId">,
  body: BodyOf<typeof importMemories>,
): Promise<Report> {
  const report: Report = { imported: 0, skipped: 0, broken: 0, errors: [] };
  const good: ImportRow[] = [];
  for (const [index, given] of (rowsOf(body) ?? []).entries()) {
    const parsed = parseImportRow(given);
    if (parsed.ok) good.push(parsed.row);
    else {
      report.broken += 1;
      if (report.errors.length < MOST_ERRORS) report.errors.push({ row: index + 1, message: parsed.message });
    }
  }
  for (let start = 0; start < good.length; start += BATCH) {
    const rows = good.slice(start, start + BATCH);
    const imported = await db.transaction().execute((tx) => takeInBatch(tx, actor, rows));
    report.imported += imported;
    report.skipped += rows.length - imported;
  }
  return report;
}

async function takeInBatch(
  tx: Kysely<Schema>,
  actor: Pick<Actor, "userId">,
  rows: readonly ImportRow[],
): Promise<number> {
  const owners = await listOwners(
    tx,
    rows.flatMap(({ id }) => id ?? []),
  );
  const memories = new Map<string, ImportedMemory>();
  const now = new Date();
  for (const row of rows) {
    const owner = row.id === null ? undefined : owners.get(row.id);
    // Another account's row keeps its id; here it gets one of its own, the same each time.
    const isFree = owner === undefined || owner === actor.userId;
    const id = row.id !== null && isFree ? row.id : derivedId(actor.userId, row);
    const written = new Date(row.createdAt);
    memories.set(id, {
      id,
      content: row.content,
      type: row.type,
      source: row.source,
      title: row.title,
      keywords: keywordsOf(row.content),
      createdAt: written > now ? now : written,
    });
  }
  const isNew = await insertImported(tx, actor.userId, [...memories.values()]);
  const documents = [...memories.values()]
    .filter(({ id }) => isNew.has(id))
    .map((memory) => memoryDocument({ ...memory, userId: actor.userId }));
  await upsertDocuments(tx, documents);
  return isNew.size;
}

/** The same for the same row of the same person. */
function derivedId(userId: string, { id, content, createdAt, source }: ImportRow): string {
  const digest = createHash("sha256").update(JSON.stringify([userId, id, content, createdAt, source]));
  return `imported-${digest.digest("base64url").slice(0, 32)}`;
}

/** All of one's memories as a file, newest first. */
export async function exportFile(deps: Deps, actor: Actor): Promise<Response> {
  const db = deps.database.kysely;
  const memories = [];
  let last: MemoryRecord | undefined;
  do {
    const before = last === undefined ? null : { createdAt: last.createdAt, id: last.id };
    const page = await listMemoryPage(db, { userId: actor.userId, source: null, before, limit: EXPORT_PAGE });
    memories.push(...(await archiveViews(deps, db, actor, page)));
    last = page.length === EXPORT_PAGE ? page.at(-1) : undefined;
  } while (last !== undefined);
  const file = { format: ARCHIVE_FORMAT, version: 1, exportedAt: new Date().toISOString(), memories };
  return new Response(JSON.stringify(file, null, 1), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="memories-${file.exportedAt.slice(0, 10)}.json"`,
    },
  });
}
