-- A name for this course of the data, the newest row. A restore adds one: phones see by it that the server was set back and may not
-- have what it has confirmed to them. Null: to when is not known.
create table data_epochs (
  id text primary key default gen_random_uuid()::text,
  begun_at timestamptz not null default now(),
  set_back_to timestamptz
);
