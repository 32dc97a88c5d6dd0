-- One row per thing a person can find by words or by meaning, kept by the feature that owns the thing.
create table search_documents (
  -- resource:<uuid>, camp:<id>, memory:<id>, context:<companion>#<n>
  id text primary key check (length(id) between 3 and 200),
  kind text not null,
  -- Null: for everybody. Else only this person ever finds it.
  owner_id text,
  community_id text,
  -- Set: found only in talks with this companion.
  companion text,
  title text not null check (length(title) <= 200),
  body text not null check (length(body) <= 4000),
  -- An address in words.
  place text check (length(place) <= 300),
  latitude double precision,
  longitude double precision,
  -- Which text a vector was made from.
  content_hash text not null generated always as (md5(title || chr(10) || body)) stored,
  -- Titles also as they are written: "The Who" is nothing but stop words in English.
  tsv tsvector not null generated always as (
    setweight(to_tsvector('simple', title), 'A')
    || setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('english', coalesce(place, '')), 'B')
    || setweight(to_tsvector('english', body), 'C')
  ) stored,
  updated_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null))
);
create index search_documents_updated on search_documents (updated_at);
create index search_documents_owner on search_documents (owner_id);
create index search_documents_words on search_documents using gin (tsv);
-- For words nobody wrote: titles that are spelled alike.
create index search_documents_titles on search_documents using gin (title gin_trgm_ops);

-- Titles with a word spelled like this one. A function, because the limit of the index operator is a setting; its default
-- (0.6) leaves out "docter".
select similarity('', ''); -- loads pg_trgm: without it only a superuser may name its settings
create function titles_spelled_like(word text) returns table (document_id text, likeness real)
language sql stable rows 10 set pg_trgm.word_similarity_threshold = '0.5'
as $$
  select id, strict_word_similarity(word, title) from search_documents where title %> word
$$;
