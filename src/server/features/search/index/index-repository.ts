import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { QuestionWord } from "./rank-roughly.ts";
import type { IndexedDocument, VectorSpace } from "./search-index.ts";

const RETENTION_HOURS = 6;

/** A change of a document or its vectors. */
export interface Change {
  number: number;
  documentId: string;
  /** The number of its transaction. */
  writtenIn: number;
}

export interface Look {
  /** All changes by transactions before this one are in `changes`, or were read earlier. */
  upTo: number;
  changes: Change[];
  words: QuestionWord[];
}

/**
 * The words of a query, and the changes since `since`, in one statement, because every search begins with it. A change may be
 * returned more than once.
 * @param since `upTo` of an earlier look; null: only the current position
 */
export async function look(db: Kysely<Schema>, since: number | null, text: string): Promise<Look> {
  const { rows } = await sql<Look>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "upTo",
      (select coalesce(jsonb_agg(jsonb_build_object(
         'number', number, 'documentId', document_id, 'writtenIn', written_in)), '[]')
       from search_changes where written_in >= ${since}::bigint) as changes,
      (select coalesce(jsonb_agg(jsonb_build_object('lexeme', lexeme, 'written', written)), '[]')
       from (${wordsOf(text)}) words) as words
  `.execute(db);
  return rows[0] ?? { upTo: 0, changes: [], words: [] };
}

/** Stemmed by the English dictionary, or unchanged where that leaves nothing: "The Who". */
function wordsOf(text: string): RawBuilder<unknown> {
  return sql`
    with written as (select lexeme, positions from unnest(to_tsvector('simple', folded(${text})))),
    stemmed as (select lexeme, positions from unnest(to_tsvector('english', folded(${text}))))
    select stemmed.lexeme, max(written.lexeme) as written
    from stemmed join written on written.positions && stemmed.positions
    group by stemmed.lexeme
    union all
    select lexeme, lexeme from written where not exists (select from stemmed)
  `;
}

/** @returns documents with ids after this one, ordered by id */
export async function listDocumentsAfter(
  db: Kysely<Schema>,
  id: string,
  limit: number,
): Promise<IndexedDocument[]> {
  return await readDocuments(db, sql`where id > ${id} order by id limit ${limit}`);
}

export async function listDocuments(db: Kysely<Schema>, ids: readonly string[]): Promise<IndexedDocument[]> {
  return await readDocuments(db, sql`where id = any(${[...ids]}::text[])`);
}

async function readDocuments(db: Kysely<Schema>, which: RawBuilder<unknown>): Promise<IndexedDocument[]> {
  // A lexeme contains no line break, and one text is parsed many times faster than an array.
  const { rows } = await sql<Omit<IndexedDocument, "lexemes"> & { lexemes: string }>`
    select id, kind, owner_id as "ownerId", community_id as "communityId", companion, latitude, longitude,
      title, (hashtextextended(content_hash || coalesce(place, ''), 0) >> 11)::float8 as "wordsVersion",
      array_to_string(tsvector_to_array(tsv), chr(10)) as lexemes
    from search_documents ${which}
  `.execute(db);
  return rows.map((row) => ({ ...row, lexemes: row.lexemes === "" ? [] : row.lexemes.split("\n") }));
}

/** A vector of one passage of a document's current text. */
export interface PassageVector {
  id: string;
  vector: Float32Array;
}

/** @returns vectors grouped by document */
export async function listVectors(
  db: Kysely<Schema>,
  { model, dimensions }: VectorSpace,
  ids: readonly string[],
): Promise<PassageVector[]> {
  const { rows } = await sql<{ id: string; bytes: Buffer }>`
    select document.id, vector_send(stored.embedding) as bytes
    from search_documents document join search_embeddings stored
      on stored.document_id = document.id and stored.content_hash = document.content_hash
    where document.id = any(${[...ids]}::text[]) and stored.model = ${model} and stored.dimensions = ${dimensions}
    order by document.id
  `.execute(db);
  return rows.map(({ id, bytes }) => ({ id, vector: vectorOf(bytes) }));
}

/** pgvector's binary format: two bytes of dimensions, two unused bytes, then a four-byte float per number, big-endian. */
function vectorOf(bytes: Buffer): Float32Array {
  const numbers = new Float32Array(bytes.readUInt16BE(0));
  for (let index = 0; index < numbers.length; index += 1) numbers[index] = bytes.readFloatBE(4 + index * 4);
  return numbers;
}

/** Long after every running server has read them. */
export async function forgetOldChanges(db: Kysely<Schema>): Promise<void> {
  await sql`
    delete from search_changes where written_at < now() - ${RETENTION_HOURS} * interval '1 hour'
  `.execute(db);
}
