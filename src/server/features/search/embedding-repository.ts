import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { Embedder } from "#server/platform/embeddings/embedder.ts";

/** A document whose current text has no vectors of a model. */
export interface UnembeddedDocument {
  id: string;
  title: string;
  body: string;
  /** Identifies the text, so that late vectors are not stored for a newer one. */
  contentHash: string;
}

export interface EmbeddedDocument {
  id: string;
  contentHash: string;
  /** One per passage. */
  vectors: readonly Float32Array[];
}

export interface Claim {
  model: string;
  /** Maximum number of documents. */
  limit: number;
  /** Duration of this server's claim. */
  leaseMs: number;
  /** Only documents written since then. */
  changedSince: Date;
  /** Whether the model runs on another machine. */
  isElsewhere?: boolean | undefined;
}

/** The model a count is about. */
type Model = Pick<Embedder, "id" | "isElsewhere">;

/** Memories kept from language models are not sent to a model elsewhere: they are found by their words. */
function mayBeEmbedded(isElsewhere = false) {
  return sql`(not ${isElsewhere}::boolean or document.kind <> 'memory' or not exists (
    select from memories where memories.id = substr(document.id, ${"memory:".length + 1}::int) and stays_from_models
  ))`;
}

/**
 * Documents to embed with this model, newest first. Camps come last: there are many at once, and users search for a camp by its name, which
 * needs no vector. Documents are claimed for a while instead of locked, because a transaction open while the model runs would block all
 * other work on the embedded database.
 */
export async function claimUnembedded(
  db: Kysely<Schema>,
  { model, limit, leaseMs, changedSince, isElsewhere }: Claim,
): Promise<UnembeddedDocument[]> {
  const { rows } = await sql<UnembeddedDocument>`
    with pending as (
      select id, title, body, content_hash
      from search_documents document
      where updated_at >= ${changedSince}
        and ${mayBeEmbedded(isElsewhere)}
        and not exists (
          select from search_embeddings stored
          where stored.document_id = document.id and stored.model = ${model}
            and stored.content_hash = document.content_hash
        )
        and not exists (
          select from search_embedding_claims claim
          where claim.document_id = document.id and claim.model = ${model} and claim.until > now()
            -- Later than a claim can end, it was made while the clock was ahead.
            and claim.until <= now() + 2 * ${leaseMs} * interval '1 millisecond'
        )
      order by kind = 'camp', updated_at desc
      limit ${limit}
      for no key update skip locked
    ), claimed as (
      insert into search_embedding_claims (document_id, model, until)
      select id, ${model}, now() + ${leaseMs} * interval '1 millisecond' from pending
      on conflict (document_id, model) do update set until = excluded.until
    )
    select id, title, body, content_hash as "contentHash" from pending
  `.execute(db);
  return rows;
}

/** Replaces the vectors of these documents and ends the claims on them. */
export async function storeEmbeddings(
  db: Kysely<Schema>,
  model: string,
  documents: readonly EmbeddedDocument[],
): Promise<void> {
  const ids = documents.map(({ id }) => id);
  const rows: {
    document_id: string;
    content_hash: string;
    passage: number;
    first: number;
    dimensions: number;
  }[] = [];
  const numbers: number[] = [];
  for (const { id, contentHash, vectors } of documents) {
    for (const [passage, vector] of vectors.entries()) {
      const first = numbers.length + 1;
      rows.push({ document_id: id, content_hash: contentHash, passage, first, dimensions: vector.length });
      numbers.push(...vector);
    }
  }
  await db.transaction().execute(async (tx) => {
    await sql`delete from search_embeddings where document_id = any(${ids}::text[]) and model = ${model}`.execute(
      tx,
    );
    await sql`
      insert into search_embeddings (document_id, model, passage, dimensions, content_hash, embedding)
      select input.document_id, ${model}, passage, dimensions, input.content_hash,
             (${realArray(Float32Array.from(numbers))}::real[])[first : first + dimensions - 1]::vector
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input (
        document_id text, content_hash text, passage smallint, first integer, dimensions smallint
      ) join search_documents document
        on document.id = input.document_id and document.content_hash = input.content_hash
      on conflict (document_id, model, passage) do nothing
    `.execute(tx);
    await endClaims(tx, model, ids);
  });
}

/** Number of documents whose current text has no vectors of this model. */
export async function countUnembedded(
  db: Kysely<Schema>,
  { id: model, isElsewhere }: Model,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from search_documents document
    where ${mayBeEmbedded(isElsewhere)} and not exists (
      select from search_embeddings stored
      where stored.document_id = document.id and stored.model = ${model} and stored.content_hash = document.content_hash
    )
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** The same for one person: their own documents, and the listings they added. */
export async function countUnembeddedOf(
  db: Kysely<Schema>,
  { id: model, isElsewhere }: Model,
  userId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from search_documents document
    where (owner_id = ${userId} or id in (select 'resource:' || resources.id from resources where created_by = ${userId}))
      and ${mayBeEmbedded(isElsewhere)}
      and not exists (
        select from search_embeddings stored
        where stored.document_id = document.id and stored.model = ${model} and stored.content_hash = document.content_hash
      )
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** The documents among these whose current text has vectors. */
export async function listEmbedded(
  db: Kysely<Schema>,
  model: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select document.id from search_documents document
    where document.id = any(${[...ids]}::text[]) and exists (
      select from search_embeddings stored
      where stored.document_id = document.id and stored.model = ${model} and stored.content_hash = document.content_hash
    )
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** One person's documents of a kind that have vectors of their current text. */
function ownEmbedded({ ownerId, kind, model }: OwnDocuments) {
  return sql`
    from search_documents document
      join search_embeddings stored
        on stored.document_id = document.id and stored.content_hash = document.content_hash
    where document.owner_id = ${ownerId} and document.kind = ${kind} and stored.model = ${model}
  `;
}

export interface OwnDocuments {
  ownerId: string;
  kind: string;
  model: string;
}

/** Version of their vectors. It differs after every change. */
export async function embeddedStamp(db: Kysely<Schema>, ownDocuments: OwnDocuments): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(':', count(*), extract(epoch from max(stored.embedded_at))) as stamp ${ownEmbedded(ownDocuments)}
  `.execute(db);
  return rows[0]?.stamp ?? "";
}

/** Their passages without the vectors. */
export async function listPassages(
  db: Kysely<Schema>,
  ownDocuments: OwnDocuments,
): Promise<{ id: string; contentHash: string; passage: number }[]> {
  const { rows } = await sql<{ id: string; contentHash: string; passage: number }>`
    select document.id, stored.content_hash as "contentHash", stored.passage ${ownEmbedded(ownDocuments)}
  `.execute(db);
  return rows;
}

/**
 * Vectors in pgvector's binary format: two bytes of dimensions, two unused bytes, then a four-byte float per number, big-endian.
 */
export async function readVectors(
  db: Kysely<Schema>,
  model: string,
  ids: readonly string[],
): Promise<{ id: string; passage: number; bytes: Buffer }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; passage: number; bytes: Buffer }>`
    select document_id as id, passage, vector_send(embedding) as bytes from search_embeddings
    where model = ${model} and document_id = any(${[...ids]}::text[])
  `.execute(db);
  return rows;
}

/** Ends claims early, so that another server or a retry does not have to wait until they expire. */
export async function endClaims(db: Kysely<Schema>, model: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from search_embedding_claims where document_id = any(${ids}::text[]) and model = ${model}
  `.execute(db);
}

/**
 * Deletes vectors of models no longer in use, except recent ones: while servers are replaced one by one, two models are in use, and neither
 * may delete the other's vectors.
 */
export async function forgetOtherModels(db: Kysely<Schema>, model: string, before: Date): Promise<void> {
  await sql`delete from search_embeddings where model <> ${model} and embedded_at < ${before}`.execute(db);
}

const OID_OF_REAL = 700;

/**
 * Numbers as a parameter of type `real[]` in Postgres' binary format (array_recv): one-dimensional, no nulls, big-endian. As
 * text, 512 numbers take the embedded database 4 ms to parse.
 */
export function realArray(numbers: Float32Array): Buffer {
  const header = [1, 0, OID_OF_REAL, numbers.length, 1]; // dimensions, has nulls, element type, length, first index
  const bytes = Buffer.alloc(header.length * 4 + numbers.length * 8);
  header.forEach((value, index) => bytes.writeInt32BE(value, index * 4));
  numbers.forEach((value, index) => {
    const at = header.length * 4 + index * 8;
    bytes.writeInt32BE(4, at);
    bytes.writeFloatBE(value, at + 4);
  });
  return bytes;
}
