import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

interface OwnDocuments {
  ownerId: string;
  kind: string;
  model: string;
}

/** Version of the vectors of a person's documents of a kind. It differs after every change. */
export async function ownVectorsStamp(
  db: Kysely<Schema>,
  { ownerId, kind, model }: OwnDocuments,
): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(':', count(*), extract(epoch from max(stored.embedded_at))) as stamp
    from search_documents document
      join search_embeddings stored
        on stored.document_id = document.id and stored.content_hash = document.content_hash
    where document.owner_id = ${ownerId} and document.kind = ${kind} and stored.model = ${model}
  `.execute(db);
  return rows[0]?.stamp ?? "";
}

/** The vector of the first passage of each of these documents that is the person's own and has one for its current text. */
export async function listOwnVectors(
  db: Kysely<Schema>,
  { ownerId, kind, model }: OwnDocuments,
  documentIds: readonly string[],
): Promise<{ id: string; vector: Float32Array }[]> {
  if (documentIds.length === 0) return [];
  const { rows } = await sql<{ id: string; bytes: Uint8Array }>`
    select distinct on (document.id) document.id, vector_send(stored.embedding) as bytes
    from search_documents document
      join search_embeddings stored
        on stored.document_id = document.id and stored.content_hash = document.content_hash
    where document.owner_id = ${ownerId} and document.kind = ${kind} and stored.model = ${model}
      and document.id = any(${[...documentIds]}::text[])
    order by document.id, stored.passage
  `.execute(db);
  return rows.map(({ id, bytes }) => ({ id, vector: vectorOf(bytes) }));
}

/** pgvector's binary format: two bytes of dimensions, two unused bytes, then a four-byte float per number, big-endian. */
function vectorOf(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: view.getUint16(0) }, (_, index) => view.getFloat32(4 + index * 4));
}
