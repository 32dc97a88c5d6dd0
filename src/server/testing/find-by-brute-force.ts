import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Hit } from "#shared/features/search/document.ts";
import {
  CONNECTED_WEIGHT,
  COSINE_OF_ALL_WORDS,
  KEYWORD_WEIGHT,
  NEARNESS_METRES,
  NEARNESS_WEIGHT,
  SPELLING_WEIGHT,
  TITLE_WEIGHT,
} from "#shared/features/search/ranking-weights.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Question } from "#server/features/search/find-documents.ts";
import type { Metric } from "#server/features/search/index/rank-roughly.ts";
import { realArray } from "#server/features/search/embedding-repository.ts";
import { storableText } from "#shared/storable-text.ts";

const mostQuestionCharacters = 400;
/** Beyond this distance nearness is 0. Much farther, e^x would be an underflow error in Postgres. */
const nearnessEndsMetres = 20_000;
/** Minimum similarity (strict_word_similarity) of a misspelled word and a word of a title. */
const leastSpellingLikeness = 0.4;
/** Minimum similarity within a single word of the title: "band" is not in "and back". */
const leastSpellingInOneWord = 0.5;

/**
 * The expected search results, computed by comparing everything in one statement. It is a second implementation of the ranking,
 * against which tests and benchmarks check the index.
 */
export async function findByBruteForce(db: Kysely<Schema>, question: Question): Promise<Hit[]> {
  const text = storableText(question.text.slice(0, mostQuestionCharacters)).trim();
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
      select document.id, weighed.lexeme, likeness
      from weighed
        join search_documents document
          on strict_word_similarity(weighed.written, document.title) >= ${leastSpellingLikeness}
        cross join lateral strict_word_similarity(weighed.written, document.title) likeness
      where weighed.documents = 0 and length(weighed.written) >= 4 and ${isVisible}
        and exists (
          select from regexp_split_to_table(document.title, '[^[:alnum:]]+') word
          where word_similarity(weighed.written, word) >= ${leastSpellingInOneWord}
        )
    ),
    titled as (
      select document.id, sum(weighed.idf * likeness) / (select sum(idf) from weighed) as title_share
      from weighed
        join search_documents document
          on strict_word_similarity(weighed.written, document.title) >= ${leastSpellingLikeness}
        cross join lateral strict_word_similarity(weighed.written, document.title) likeness
      where exists (
        select from regexp_split_to_table(document.title, '[^[:alnum:]]+') word
        where word_similarity(weighed.written, word) >= ${leastSpellingInOneWord}
      )
      group by document.id
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
             coalesce(similarity, ${COSINE_OF_ALL_WORDS} * share + ${TITLE_WEIGHT} * coalesce(title_share, 0)) + ${KEYWORD_WEIGHT} * share
               + ${SPELLING_WEIGHT} * spelled_share
               ${connection(question)}
               + case when metres < ${nearnessEndsMetres} then ${NEARNESS_WEIGHT} * exp(-metres / ${NEARNESS_METRES}) else 0 end
                 as score
      from candidates left join titled using (id) left join lateral (${metresFrom(question)}) distance on true
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

/** Lexemes are quoted and not parsed again, so no text in the query can become an operator. */
function wordsOf(text: string): RawBuilder<unknown> {
  return sql`
    with written as (select lexeme, positions from unnest(to_tsvector('simple', folded(${text})))),
    stemmed as (select lexeme, positions from unnest(to_tsvector('english', folded(${text})))),
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

/** The best passage determines a document's similarity. Vectors of another model, or of a text that has changed, do not count. */
function passagesNear(
  { vector: numbers, model }: NonNullable<Question["meaning"]>,
  metric: Metric = "cosine",
  isVisible: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const vector = sql`${realArray(numbers)}::real[]::vector`;
  // `offset 0` prevents computing the cosine again at each use; it is most of the cost of a search.
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

function connection({ connected = [] }: Question): RawBuilder<unknown> {
  if (connected.length === 0) return sql``;
  return sql`+ case when exists (
    select from search_documents document
    where document.id = candidates.id and document.community_id = any(${connected}::text[])
  ) then ${CONNECTED_WEIGHT}::float8 else 0 end`;
}

/** Haversine, on a sphere with a radius of 6,371,008.8 m. */
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
