import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { analyse } from "#shared/features/memories/analysis.ts";
import type {
  ArchivedMemory,
  exportMemories,
  importMemories,
} from "#shared/features/memories/archive-contract.ts";
import {
  ARCHIVE_FORMAT,
  type ImportRow,
  parseImportRow,
  rowsOf,
} from "#shared/features/memories/archive-file.ts";
import { markdownOf } from "#shared/features/memories/markdown-file.ts";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import type { BodyOf, QueryOf, ResponseOf } from "#shared/http/endpoint.ts";
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
      metadata: foundElsewhere(row),
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

/** What a file says was found in a memory, but for what the rules find again by themselves: those may become better. */
function foundElsewhere({ content, source, mood, overview, topics, actionItems }: ImportRow): object {
  const rules = analyse(content, source);
  const isNew = (given: string[], found: string[]) =>
    given.length > 0 && JSON.stringify(given) !== JSON.stringify(found);
  return {
    ...(mood !== null && { mood }),
    ...(overview !== null && { overview }),
    ...(isNew(topics, rules.topics) && { topics }),
    ...(isNew(actionItems, rules.actionItems) && { actionItems }),
  };
}

/** The same for the same row of the same person. */
function derivedId(userId: string, { id, content, createdAt, source }: ImportRow): string {
  const digest = createHash("sha256").update(JSON.stringify([userId, id, content, createdAt, source]));
  return `imported-${digest.digest("base64url").slice(0, 32)}`;
}

/** All of one's memories as a file, newest first: one that can be imported again whole, or one to read. */
export async function exportFile(
  deps: Deps,
  actor: Actor,
  { format = "json" }: QueryOf<typeof exportMemories>,
): Promise<Response> {
  const exportedAt = new Date().toISOString();
  const memories = await allMemories(deps, actor);
  const file =
    format === "markdown"
      ? { type: "text/markdown", ending: "md", text: markdownOf(memories) }
      : {
          type: "application/json",
          ending: "json",
          text: JSON.stringify({ format: ARCHIVE_FORMAT, version: 1, exportedAt, memories }, null, 1),
        };
  return new Response(file.text, {
    headers: {
      "content-type": `${file.type}; charset=utf-8`,
      "content-disposition": `attachment; filename="memories-${exportedAt.slice(0, 10)}.${file.ending}"`,
    },
  });
}

async function allMemories(deps: Deps, actor: Actor): Promise<ArchivedMemory[]> {
  const db = deps.database.kysely;
  const memories: ArchivedMemory[] = [];
  let last: MemoryRecord | undefined;
  do {
    const before = last === undefined ? null : { createdAt: last.createdAt, id: last.id };
    const page = await listMemoryPage(db, { userId: actor.userId, source: null, before, limit: EXPORT_PAGE });
    memories.push(...(await archiveViews(deps, db, actor, page)));
    last = page.length === EXPORT_PAGE ? page.at(-1) : undefined;
  } while (last !== undefined);
  return memories;
}
