-- The Omi account that is a person's. Nobody else's account may be linked with the same one.
create table omi_links (
  user_id text primary key,
  uid text not null unique check (length(uid) between 1 and 128),
  linked_at timestamptz not null default now(),
  -- When its memories were last fetched; null: not yet.
  pulled_at timestamptz
);

-- One-time states of linking, as hashes, each for one session.
create table omi_states (
  state_hash text primary key,
  user_id text not null,
  session_id text not null references sessions (id) on delete cascade,
  expires_at timestamptz not null
);

-- What people send to their Omi account. Kept while it waits, and for an hour after, because Omi counts by the hour.
create table omi_writes (
  id text primary key,
  user_id text not null,
  kind text not null check (kind in ('memory', 'conversation')),
  body jsonb not null,
  -- When it is to be sent; null once it was sent or refused.
  send_after timestamptz,
  sent_at timestamptz,
  tries integer not null default 0,
  created_at timestamptz not null default now()
);
create index omi_writes_due on omi_writes (send_after) where send_after is not null;
create index omi_writes_of_person on omi_writes (user_id, kind, sent_at);

-- Memories from Omi that their person has deleted here: fetching them again must not bring them back.
create table omi_forgotten (
  user_id text not null,
  memory_id text not null,
  primary key (user_id, memory_id)
);
create function remember_forgotten() returns trigger language plpgsql as $$
begin
  insert into omi_forgotten (user_id, memory_id) values (old.user_id, old.id) on conflict do nothing;
  return null;
end $$;
create trigger omi_memories_forgotten after delete on memories
  for each row when (old.source = 'omi') execute function remember_forgotten();
