import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { analyse } from "#shared/features/memories/analysis.ts";
import type {
  ArchivedMemory,
  exportMemories,
  importMemories,
} from "#shared/features/memories/archive/archive-contract.ts";
import {
  ARCHIVE_FORMAT,
  type ImportRow,
  parseImportRow,
  rowsOf,
} from "#shared/features/memories/archive/archive-file.ts";
import { markdownOf } from "#shared/features/memories/archive/markdown-file.ts";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import type { BodyOf, QueryOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { inPieces } from "#server/db/in-pieces.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import {
  findSame,
  type ImportedMemory,
  insertImported,
  listMemoryPage,
  listOwners,
} from "./archive-repository.ts";
import { archiveViews } from "./archive.ts";
import { countMemories, type MemoryRecord } from "../repository.ts";
import { assertEmbeddingRoom } from "#server/features/search/embedding-room.ts";
import { memoryDocument } from "#shared/features/search/documents.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { quotaReached } from "#server/http/limits/quota.ts";

const MOST_ERRORS = 100;
const EXPORT_PAGE = 500;

type Report = ResponseOf<typeof importMemories>;

/**
 * Like `takeIn`, within the person's quota.
 * @throws AppError `quota-reached` when no row could be added, or too many texts wait for their vectors
 */
export async function takeInWithin(
  deps: Pick<Deps, "config" | "database" | "embedder">,
  actor: Actor,
  body: BodyOf<typeof importMemories>,
): Promise<Report> {
  await assertEmbeddingRoom(deps, actor);
  const most = deps.config.limits[`${actor.kind}Memories`];
  const full = quotaReached(actor, "memories", most);
  const report = await takeIn(deps.database, actor, body, { most, sentence: full.message });
  const isFull = report.imported + report.skipped === 0 && report.errors.at(-1)?.message === full.message;
  if (isFull) throw full;
  return report;
}

interface Room {
  /** Number of memories the person may have. */
  most: number;
  /** The sentence for a row that exceeds the quota. */
  sentence: string;
}

interface GoodRow {
  row: ImportRow;
  /** Position in the file, from 0. */
  place: number;
}
type Outcome = "imported" | "skipped" | "no room";

/**
 * Imports a list of memories, in pieces. Each row is stored completely with its search document, or not at all. Existing rows are
 * unchanged, so importing the same file again has no effect.
 */
export async function takeIn(
  database: Pick<DatabaseClient, "patient">,
  actor: Pick<Actor, "userId">,
  body: BodyOf<typeof importMemories>,
  room: Room | null = null,
): Promise<Report> {
  const problems = new Map<number, string>();
  const good: GoodRow[] = [];
  for (const [place, row] of (rowsOf(body) ?? []).entries()) {
    const parsed = parseImportRow(row, "utc");
    if (parsed.ok) good.push({ row: parsed.row, place });
    else problems.set(place, parsed.message);
  }
  const outcomes = new Map<number, Outcome>();
  await inPieces(
    database,
    good,
    async (tx, piece) => {
      const all = await takeInPiece(tx, actor, piece, room?.most ?? Infinity);
      for (const [place, outcome] of all) outcomes.set(place, outcome);
    },
    { first: 50 },
  );
  for (const [place, outcome] of outcomes)
    if (outcome === "no room") problems.set(place, room?.sentence ?? "There is no room for it.");
  const counted = (outcome: Outcome) => [...outcomes.values()].filter((one) => one === outcome).length;
  return {
    imported: counted("imported"),
    skipped: counted("skipped"),
    broken: problems.size,
    errors: [...problems]
      .toSorted(([a], [b]) => a - b)
      .slice(0, MOST_ERRORS)
      .map(([place, message]) => ({ row: place + 1, message })),
  };
}

async function takeInPiece(
  tx: Kysely<Schema>,
  actor: Pick<Actor, "userId">,
  rows: readonly GoodRow[],
  most: number,
): Promise<[place: number, Outcome][]> {
  const owners = await listOwners(
    tx,
    rows.flatMap(({ row }) => row.id ?? []),
  );
  // Markdown and CSV have no ids.
  const same = await findSame(
    tx,
    actor.userId,
    rows.flatMap(({ row: { id, content, createdAt }, place }) =>
      id === null ? [{ place, content, createdAt }] : [],
    ),
  );
  const memories = new Map<string, ImportedMemory & { place: number }>();
  const now = new Date();
  for (const { row, place } of rows) {
    const owner = row.id === null ? undefined : owners.get(row.id);
    // Never move a row of another account that uses the same id. The imported row gets a new id, the same each time.
    const isFree = owner === undefined || owner === actor.userId;
    const id = row.id !== null && isFree ? row.id : (same.get(place) ?? derivedId(actor.userId, row));
    if (!memories.has(id)) memories.set(id, { ...memoryOf(row, id, now), place });
  }
  const there = await listOwners(tx, [...memories.keys()]);
  const fresh = [...memories.values()].filter(({ id }) => !there.has(id));
  const left = most === Infinity ? fresh.length : most - (await countMemories(tx, actor.userId));
  const fitting = fresh.slice(0, Math.max(0, left));
  const isNew = await insertImported(
    tx,
    actor.userId,
    fitting.map(({ place: _place, ...memory }) => memory),
  );
  const documents = fitting
    .filter(({ id }) => isNew.has(id))
    .map((memory) => memoryDocument({ ...memory, userId: actor.userId }));
  await upsertDocuments(tx, documents);
  const imported = new Set(fitting.flatMap(({ id, place }) => (isNew.has(id) ? [place] : [])));
  const refused = new Set(fresh.slice(fitting.length).map(({ place }) => place));
  return rows.map(({ place }) => [
    place,
    imported.has(place) ? "imported" : refused.has(place) ? "no room" : "skipped",
  ]);
}

function memoryOf(row: ImportRow, id: string, now: Date): ImportedMemory {
  const written = new Date(row.createdAt);
  return {
    id,
    content: row.content,
    type: row.type,
    source: row.source,
    title: row.title,
    keywords: keywordsOf(row.content),
    metadata: { ...foundElsewhere(row), ...(row.isThought && { isThought: true, isImported: true }) },
    createdAt: written > now ? now : written,
    staysFromModels: row.staysFromModels,
  };
}

/** A memory's metadata from the file, without the metadata that the rules find themselves, because the rules may improve. */
function foundElsewhere({
  content,
  source,
  mood,
  overview,
  topics,
  actionItems,
  doneItems,
}: ImportRow): object {
  const rules = analyse(content, source);
  const isNew = (inFile: string[], found: string[]) =>
    inFile.length > 0 && JSON.stringify(inFile) !== JSON.stringify(found);
  return {
    ...(mood !== null && { mood }),
    ...(overview !== null && { overview }),
    ...(isNew(topics, rules.topics) && { topics }),
    ...(isNew(actionItems, rules.actionItems) && { actionItems }),
    ...(doneItems.length > 0 && { doneItems }),
  };
}

/** Deterministic: always the same id for the same row of the same person. */
function derivedId(userId: string, { id, content, createdAt, source }: ImportRow): string {
  const digest = createHash("sha256").update(JSON.stringify([userId, id, content, createdAt, source]));
  return `imported-${digest.digest("base64url").slice(0, 32)}`;
}

/** All of the user's memories as a file, newest first: a file for a complete import, or one to read. */
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
