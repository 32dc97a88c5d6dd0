import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DocumentKind, Hit } from "#shared/features/search/document.ts";
import {
  CONNECTED_WEIGHT,
  COSINE_OF_ALL_WORDS,
  KEYWORD_WEIGHT,
  NEARNESS_METRES,
  NEARNESS_WEIGHT,
  SPELLING_WEIGHT,
} from "#shared/features/search/ranking-weights.ts";
import type { Schema } from "#server/db/schema.ts";
import { realArray } from "./real-array.ts";
import { storable } from "./storable-text.ts";

export type Metric = "cosine" | "dot" | "euclidean";

export interface Question {
  /** What the person wrote; the first 400 characters count. */
  text: string;
  /** The text as a vector, and the id of the model that made it; null: by words only. */
  meaning: { vector: Float32Array; model: string } | null;
  /** How vectors are compared. All three give one order where every vector has length 1. */
  metric?: Metric;
  /** Null: nobody in particular, finds only what everybody finds. */
  viewerId: string | null;
  kinds?: readonly DocumentKind[];
  companion?: string | null;
  /** Finds only what belongs to this community. */
  communityId?: string | undefined;
  /** Communities whose things are moved up a little. Ids that are none, or of none, do nothing. */
  connected?: readonly string[];
  /** Degrees. What is nearer to this place is moved up. */
  near?: { latitude: number; longitude: number } | null;
  limit: number;
}

const mostQuestionCharacters = 400;
/** Farther away it is nothing, and further still e^x is an error to Postgres. */
const nearnessEndsMetres = 20_000;
/** How alike (strict_word_similarity) a misspelt word and a word of a title must be. */
const leastSpellingLikeness = 0.4;

/**
 * The documents nearest to a question that the viewer may see, best first, in one statement.
 *
 * score = similarity + 0.15 x the idf-weighted share of the question's words that the document has
 *         + 0.3 x the part of that share which is mere likeness in spelling
 *         + 0.1 x e^(-metres / 500) where a place was asked about
 *         + 0.03 for what belongs to a connected community
 *
 * A word that is in no document counts, as much as it is alike, for titles that have a word spelled like it. The idf is
 * BM25's, counted over what the viewer may see, so that nothing can be learned about the documents of others.
 */
export async function findDocuments(db: Kysely<Schema>, question: Question): Promise<Hit[]> {
  const text = storable(question.text, mostQuestionCharacters).trim();
  if (text === "") return [];
  const isVisible = visibility(question);
  const { rows } = await sql<Hit>`
    with words as materialized (${wordsOf(text)}),
    found as materialized (
      select document.id, words.lexeme
      from words join search_documents document on document.tsv @@ words.query
      where ${isVisible}
    ),
    weighed as materialized (
      select words.lexeme, words.written, count(found.id) as documents,
             ln(1 + (everything.documents - count(found.id) + 0.5::float8) / (count(found.id) + 0.5)) as idf
      from words left join found using (lexeme),
           (select count(*) as documents from search_documents document where ${isVisible}) everything
      group by words.lexeme, words.written, everything.documents
    ),
    alike as (
      select document.id, weighed.lexeme, spelled.likeness
      from weighed
        cross join lateral titles_spelled_like(weighed.written) spelled
        join search_documents document on document.id = spelled.document_id
      where weighed.documents = 0 and length(weighed.written) >= 4 and likeness >= ${leastSpellingLikeness}
        and ${isVisible}
    ),
    matches as (
      select id, sum(idf * likeness) / (select sum(idf) from weighed) as share,
             sum(idf * likeness) filter (where documents = 0) / (select sum(idf) from weighed) as spelled_share,
             null::float8 as cosine, null::float8 as similarity
      from (
        select id, lexeme, 1 as likeness from found
        union all
        select id, lexeme, likeness from alike
      ) matched join weighed using (lexeme)
      group by id
      ${question.meaning === null ? sql`` : sql`union all ${passagesNear(question.meaning, question.metric, isVisible)}`}
    ),
    candidates as (
      select id, coalesce(max(share), 0) as share, coalesce(max(spelled_share), 0) as spelled_share,
             max(cosine) as cosine, max(similarity) as similarity
      from matches
      group by id
    ),
    best as (
      select id, share, cosine, metres,
             coalesce(similarity, ${COSINE_OF_ALL_WORDS} * share) + ${KEYWORD_WEIGHT} * share
               + ${SPELLING_WEIGHT} * spelled_share
               ${connection(question)}
               + case when metres < ${nearnessEndsMetres} then ${NEARNESS_WEIGHT} * exp(-metres / ${NEARNESS_METRES}) else 0 end
                 as score
      from candidates left join lateral (${metresFrom(question)}) distance on true
      order by score desc, id
      limit ${question.limit}
    )
    select id, kind, community_id as "communityId", title, body, place, latitude, longitude,
           score, share as "keywordShare", cosine, metres as "distanceM"
    from best join search_documents using (id)
    order by score desc, id
  `.execute(db);
  return rows;
}

/** Lexemes are quoted, never parsed again: whatever the question holds, it cannot become an operator. */
function wordsOf(text: string): RawBuilder<unknown> {
  return sql`
    with written as (select lexeme, positions from unnest(to_tsvector('simple', ${text}))),
    stemmed as (select lexeme, positions from unnest(to_tsvector('english', ${text}))),
    chosen as (
      select stemmed.lexeme, max(written.lexeme) as written
      from stemmed join written on written.positions && stemmed.positions
      group by stemmed.lexeme
      union all
      select lexeme, lexeme from written where not exists (select from stemmed)
    )
    select lexeme, written,
           ('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''')::tsquery as query
    from chosen
  `;
}

function visibility({ viewerId, companion = null, kinds, communityId }: Question): RawBuilder<boolean> {
  return sql<boolean>`(
    (document.owner_id is null or document.owner_id = ${viewerId})
    and (document.companion is null or document.companion = ${companion})
    and ${kinds === undefined ? sql`true` : sql`document.kind = any(${kinds}::text[])`}
    and ${communityId === undefined ? sql`true` : sql`document.community_id = ${communityId}`}
  )`;
}

/** The best passage speaks for its document. Vectors of another model, or of a text since changed, do not count. */
function passagesNear(
  { vector: numbers, model }: NonNullable<Question["meaning"]>,
  metric: Metric = "cosine",
  isVisible: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const vector = sql`${realArray(numbers)}::real[]::vector`;
  // `offset 0` keeps the cosine from being computed again for each place that reads it: it is most of a search.
  return sql`
    select id, null, null, cosine, ${similarity(metric, vector)}
    from (
      select document.id, stored.embedding,
             nullif(1 - (stored.embedding <=> ${vector}), 'NaN') as cosine -- NaN: of a vector of length 0
      from search_embeddings stored
        join search_documents document
          on document.id = stored.document_id and document.content_hash = stored.content_hash
      where stored.model = ${model} and stored.dimensions = ${numbers.length} and ${isVisible}
      offset 0
    ) passage
  `;
}

/** Each on the scale of the cosine, and equal to it for vectors of length 1 (there, distance^2 = 2 - 2 x cosine). */
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

function connection({ connected = [] }: Question): RawBuilder<unknown> {
  if (connected.length === 0) return sql``;
  return sql`+ case when exists (
    select from search_documents document
    where document.id = candidates.id and document.community_id = any(${connected}::text[])
  ) then ${CONNECTED_WEIGHT}::float8 else 0 end`;
}

/** Haversine, on a sphere of 6,371,008.8 m. */
function metresFrom({ near = null }: Question): RawBuilder<unknown> {
  if (near === null) return sql`select null::float8 as metres`;
  return sql`
    select 2 * 6371008.8 * asin(least(1, sqrt(
      sin(radians(latitude - ${near.latitude}) / 2) ^ 2
      + cos(radians(${near.latitude})) * cos(radians(latitude)) * sin(radians(longitude - ${near.longitude}) / 2) ^ 2
    ))) as metres
    from search_documents document where document.id = candidates.id and latitude is not null
  `;
}
