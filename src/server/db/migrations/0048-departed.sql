-- Whose account is gone while rows of theirs are still to be deleted, in pieces. Nobody can reach them any more.
create table departed (
  user_id text primary key,
  left_at timestamptz not null default now()
);
