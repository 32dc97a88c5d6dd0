import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { SearchDocument } from "#shared/features/search/document.ts";
import type { Schema } from "#server/db/schema.ts";
import { storableText } from "#shared/storable-text.ts";

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
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as given (
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
