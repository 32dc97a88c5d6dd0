-- What a person keeps about a camp; theirs alone. Not a reference to camps: another import must not take a note away.
create table camp_marks (
  user_id text not null references users (id) on delete cascade,
  camp_id text not null,
  is_favourite boolean not null default false,
  note text not null default '',
  updated_at timestamptz not null default now(),
  primary key (user_id, camp_id)
);

-- Where a person has been, once each. Never a position: only that the place was reached.
create table discoveries (
  user_id text not null references users (id) on delete cascade,
  kind text not null check (kind in ('camp', 'community', 'art')),
  place_id text not null,
  discovered_at timestamptz not null default now(),
  primary key (user_id, kind, place_id)
);
