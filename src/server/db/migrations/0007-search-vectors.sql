-- requires: vector
-- Documents as vectors: one per passage, because a model reads only the beginning of a long text.
-- No HNSW index on purpose: it returned 34 of 200 expected rows for one person's documents, an exact scan is fast enough.
create table search_embeddings (
  document_id text not null references search_documents (id) on delete cascade,
  model text not null,
  passage smallint not null,
  dimensions smallint not null,
  -- Of the document's text this was made from; another one there means the vector is out of date.
  content_hash text not null,
  embedding vector not null,
  embedded_at timestamptz not null default now(),
  primary key (document_id, model, passage)
)
-- Vectors stay in the row as long as a page holds it (to about 2,000 dimensions): a scan reads every one of them.
with (toast_tuple_target = 8160);

-- Which documents a server is embedding right now, so that several share the work. A claim ends by itself.
create table search_embedding_claims (
  document_id text not null references search_documents (id) on delete cascade,
  model text not null,
  until timestamptz not null,
  primary key (document_id, model)
);
