import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Hit } from "#shared/features/search/document.ts";
import type { Schema } from "#server/db/schema.ts";
import type { IndexQuestion, Metric } from "./index/rank-roughly.ts";
import { realArray } from "./embedding-repository.ts";

/** A document in its current state, with its similarity. */
export interface Ranked extends Omit<Hit, "score" | "keywordShare"> {
  /** By the metric of the query, on the scale of the cosine. */
  similarity: number | null;
}

/** The documents among these that the viewer may currently see, each with the exact cosine of its best passage. */
export async function rankExactly(
  db: Kysely<Schema>,
  question: IndexQuestion,
  ids: readonly string[],
): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`
    select document.id, kind, community_id as "communityId", title, body, place, latitude, longitude,
           cosine, similarity, ${metresFrom(question)} as "distanceM"
    from search_documents document left join lateral (${nearest(question)}) nearest on true
    where document.id = any(${[...ids]}::text[]) and ${visibility(question)}
  `.execute(db);
  return rows;
}

function visibility({ viewerId, companion = null, kinds, communityId }: IndexQuestion): RawBuilder<boolean> {
  return sql<boolean>`(
    (document.owner_id is null or document.owner_id = ${viewerId})
    and (document.companion is null or document.companion = ${companion})
    and ${kinds === undefined ? sql`true` : sql`document.kind = any(${kinds}::text[])`}
    and ${communityId === undefined ? sql`true` : sql`document.community_id = ${communityId}`}
  )`;
}

/** The best passage determines a document's similarity. Vectors of another model, or of a text that has changed, do not count. */
function nearest({ meaning, metric = "cosine" }: IndexQuestion): RawBuilder<unknown> {
  if (meaning === null) return sql`select null::float8 as cosine, null::float8 as similarity`;
  const { vector: numbers, model } = meaning;
  const vector = sql`(select ${realArray(numbers)}::real[]::vector)`; // read once; a plain cast would be evaluated for each passage
  // NaN occurs for a vector of length 0. `offset 0` prevents computing the cosine again at each use.
  return sql`
    select max(cosine) as cosine, max(${similarity(metric, vector)}) as similarity
    from (
      select embedding, nullif(1 - (embedding <=> ${vector}), 'NaN') as cosine
      from search_embeddings stored
      where stored.document_id = document.id and stored.model = ${model}
        and stored.content_hash = document.content_hash and stored.dimensions = ${numbers.length}
      offset 0
    ) passage
  `;
}

/** Each metric on the scale of the cosine, and equal to it for vectors of length 1 (where distance^2 = 2 - 2 x cosine). */
function similarity(metric: Metric, vector: RawBuilder<unknown>): RawBuilder<number> {
  switch (metric) {
    case "cosine":
      return sql`cosine`;
    case "dot":
      return sql`-(embedding <#> ${vector})`;
    case "euclidean":
      return sql`1 - (embedding <-> ${vector}) ^ 2 / 2`;
  }
}

/** Haversine, on a sphere with a radius of 6,371,008.8 m. */
function metresFrom({ near = null }: IndexQuestion): RawBuilder<unknown> {
  if (near === null) return sql`null::float8`;
  // Without the condition, a document without a place would be on the other side of the earth, because `least` ignores null.
  return sql`
    case when latitude is not null then 2 * 6371008.8 * asin(least(1, sqrt(
      sin(radians(latitude - ${near.latitude}) / 2) ^ 2
      + cos(radians(${near.latitude})) * cos(radians(latitude)) * sin(radians(longitude - ${near.longitude}) / 2) ^ 2
    ))) end
  `;
}
