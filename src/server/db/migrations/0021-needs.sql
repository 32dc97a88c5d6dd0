-- What somebody looks for: every memory of the type looking-for, and what of the library may fit. Goes with its memory.
create table needs (
  id text primary key references memories (id) on delete cascade,
  user_id text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  -- Its person lets others see the words and the rough place, never who they are.
  is_shared boolean not null default false,
  place text check (length(place) <= 200),
  -- Rounded to about 100 m before it is stored.
  latitude double precision,
  longitude double precision,
  -- When the library was last looked through for it; null: not yet.
  looked_at timestamptz,
  created_at timestamptz(3) not null default now(),
  check ((latitude is null) = (longitude is null))
);
create index needs_of_person on needs (user_id, created_at desc);
create index needs_shared on needs (created_at desc, id desc) where is_shared and state = 'open';

create table need_matches (
  need_id text not null references needs (id) on delete cascade,
  resource_id text not null references resources (id) on delete cascade,
  -- 1 is the best.
  rank integer not null,
  seeker_told boolean not null default false,
  owner_told boolean not null default false,
  primary key (need_id, resource_id)
);
create index need_matches_of_resource on need_matches (resource_id);

-- Somebody has what is looked for and says so, with their name.
create table need_answers (
  id text primary key,
  need_id text not null references needs (id) on delete cascade,
  user_id text not null,
  pseudonym text not null,
  message text not null check (length(message) between 1 and 500),
  created_at timestamptz not null default now()
);
create index need_answers_of_need on need_answers (need_id, created_at);
create index need_answers_of_person on need_answers (user_id);
