import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Hit, SearchDocument } from "#shared/features/search/document.ts";
import type { Schema } from "#server/db/schema.ts";
import { storableText } from "#shared/storable-text.ts";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";

/** Far more than there are within a few hundred meters of any point. */
const MOST_NEAR = 2_000;

/** Channel notified when documents were committed. */
export const DOCUMENTS_CHANGED = "documents_changed";

export const searchOwnedColumns: readonly OwnedColumn[] = [
  { table: "search_documents", column: "owner_id", isExported: false, isBulk: true },
];

/**
 * Inserts or updates documents. Use it in the transaction that writes the described data. It is one statement for any number, and
 * unchanged documents cost no write.
 */
export async function upsertDocuments(
  db: Kysely<Schema>,
  documents: readonly SearchDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const rows = new Map(documents.map((document) => [document.id, rowOf(document)]));
  await sql`
    insert into search_documents as known
      (id, kind, owner_id, community_id, companion, title, body, place, latitude, longitude)
    select id, kind, owner_id, community_id, companion, title, body, place, latitude, longitude
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as input (
      id text, kind text, owner_id text, community_id text, companion text, title text, body text, place text,
      latitude double precision, longitude double precision
    )
    on conflict (id) do update set
      kind = excluded.kind, owner_id = excluded.owner_id, community_id = excluded.community_id,
      companion = excluded.companion, title = excluded.title, body = excluded.body, place = excluded.place,
      latitude = excluded.latitude, longitude = excluded.longitude, updated_at = now()
    where (known.kind, known.owner_id, known.community_id, known.companion, known.title, known.body, known.place,
           known.latitude, known.longitude)
      is distinct from
          (excluded.kind, excluded.owner_id, excluded.community_id, excluded.companion, excluded.title,
           excluded.body, excluded.place, excluded.latitude, excluded.longitude)
  `.execute(db);
}

export async function removeDocuments(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`delete from search_documents where id = any(${ids}::text[])`.execute(db);
}

export interface PlacedDocument {
  id: string;
  kind: "camp" | "resource";
  title: string;
  /** The address as text. */
  place: string | null;
  latitude: number;
  longitude: number;
}

/** Public camps and things with coordinates, within this many degrees of latitude and longitude of a point. */
export async function listPlacedNear(
  db: Kysely<Schema>,
  point: { latitude: number; longitude: number },
  reach: { latitude: number; longitude: number },
): Promise<PlacedDocument[]> {
  const { rows } = await sql<PlacedDocument>`
    select id, kind, title, place, latitude, longitude from search_documents
    where kind in ('camp', 'resource') and owner_id is null
      and latitude between ${point.latitude - reach.latitude} and ${point.latitude + reach.latitude}
      and longitude between ${point.longitude - reach.longitude} and ${point.longitude + reach.longitude}
    limit ${MOST_NEAR}
  `.execute(db);
  return rows;
}

/** Public documents other than camps and resources, in a stable order. */
export async function listGuide(db: Kysely<Schema>): Promise<{ id: string; title: string; text: string }[]> {
  return await db
    .selectFrom("search_documents")
    .select(["id", "title", "body as text"])
    .where("kind", "=", "context")
    .where("companion", "is", null)
    .where("owner_id", "is", null)
    .orderBy("id")
    .execute();
}

/** Deletes every document whose id begins with `prefix`, except `ids`. */
export async function removeDocumentsExcept(
  db: Kysely<Schema>,
  prefix: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from search_documents where starts_with(id, ${prefix}) and not (id = any(${ids}::text[]))
  `.execute(db);
}

function rowOf(document: SearchDocument) {
  return {
    id: document.id,
    kind: document.kind,
    owner_id: document.ownerId,
    community_id: document.communityId,
    companion: document.companion,
    title: storableText(document.title.slice(0, 200)),
    body: storableText(document.body.slice(0, 4000)),
    place: document.place === null ? null : storableText(document.place.slice(0, 300)),
    latitude: document.latitude,
    longitude: document.longitude,
  };
}

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

/** Half the side, in meters, of the squares searched one after the other. */
const REACHES = [250, 1_000, 6_000] as const;

/** Documents by their ids, unordered: only those the viewer may see. */
export async function findVisible(
  db: Kysely<Schema>,
  viewerId: string,
  ids: readonly string[],
): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select ${columns}, null::float8 as "distanceM" from search_documents
    where id = any(${[...ids]}::text[]) and (owner_id is null or owner_id = ${viewerId})
  `.execute(db);
  return rows;
}

/** Public camps and things, nearest to a point first. */
export async function listVisibleAround(
  db: Kysely<Schema>,
  city: City,
  point: GeoPoint,
  limit: number,
): Promise<Hit[]> {
  const { latitude, longitude } = city.metresPerDegree;
  const [down, across] = [
    sql`(latitude - ${point.latitude}) * ${latitude}::float8`,
    sql`(longitude - ${point.longitude}) * ${longitude}::float8`,
  ];
  const metres = sql`sqrt((${down}) ^ 2 + (${across}) ^ 2)`;
  for (const reach of REACHES) {
    const { rows } = await sql<Hit>`
      select ${columns}, ${metres} as "distanceM" from search_documents
      where kind in ('camp', 'resource') and owner_id is null
        and latitude between ${point.latitude - reach / latitude} and ${point.latitude + reach / latitude}
        and longitude between ${point.longitude - reach / longitude} and ${point.longitude + reach / longitude}
      order by "distanceM", id limit ${limit}
    `.execute(db);
    if (rows.length >= limit || reach === REACHES.at(-1)) return rows;
  }
  return [];
}

const columns = sql`id, kind, community_id as "communityId", title, body, place, latitude, longitude,
  1::float8 as score, 1::float8 as "keywordShare", null::float8 as cosine`;
