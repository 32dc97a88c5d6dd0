import { type Kysely, sql } from "kysely";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import type { Hit } from "#shared/features/search/document.ts";
import type { Schema } from "#server/db/schema.ts";

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
