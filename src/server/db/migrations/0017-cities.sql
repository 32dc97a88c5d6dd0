-- Which year's camps the map shows, and from when on their places may be told.
create table camp_years (
  year text primary key check (year ~ '^\d{4}$'),
  is_current boolean not null default false,
  -- Null: places may be told. Before this instant they are withheld from everyone.
  locations_from timestamptz,
  -- Of the camps as they were imported: the same file again changes nothing.
  content_hash text not null,
  imported_at timestamptz not null default now()
);
create unique index camp_years_current on camp_years (is_current) where is_current;

-- What a camp offers and when, for its card: too long for the list of all camps.
alter table camps add column card jsonb not null default '{}';

-- Answers of the geocoder, by provider, countries and question.
create table address_answers (
  question text primary key check (length(question) <= 500),
  suggestions jsonb not null,
  asked_at timestamptz not null default now()
);
create index address_answers_asked on address_answers (asked_at);

-- When somebody outside may be called again: one row for the whole server, however many there are.
create table outbound_turns (
  name text primary key,
  next_at timestamptz not null
);
