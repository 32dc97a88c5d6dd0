-- What language models have cost so far: answers of an hour, characters of a day. A row per budget and whose it is.
create table model_budgets (
  bucket text primary key,
  window_start timestamptz not null,
  used integer not null check (used >= 0)
);
create index model_budgets_window_start on model_budgets (window_start);
