-- What a community asks of those who want to join, one question a line of the form.
alter table communities add column join_questions text[] not null default '{}'
  check (cardinality(join_questions) <= 5);
-- A map camp belongs to one community at most.
create unique index communities_camp on communities (camp_id) where camp_id is not null;

-- The admin login. Apart from the community itself, so that no read of one can bring the other along.
create table community_logins (
  community_id text primary key references communities (id) on delete cascade,
  admin_username text not null,
  -- As two spellings of one name are compared.
  username_key text not null unique,
  password_hash text not null,
  updated_at timestamptz not null default now()
);

-- Who proved to know an admin login, in which session: an admin until then.
create table community_elevations (
  community_id text not null references communities (id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  until timestamptz not null,
  primary key (community_id, session_id)
);
create index community_elevations_until on community_elevations (until);

-- What people wrote when they asked to join stays with the answer they got.
create table community_requests (
  id text primary key,
  community_id text not null references communities (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'declined', 'withdrawn')),
  -- [{"question": "...", "answer": "..."}]
  answers jsonb not null default '[]',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((state = 'pending') = (decided_at is null))
);
create unique index community_requests_pending on community_requests (community_id, user_id) where state = 'pending';
create index community_requests_of_person on community_requests (user_id, created_at desc);

-- The invite link of a community. The link is signed over the nonce: a new nonce ends the old link.
create table community_invites (
  community_id text primary key references communities (id) on delete cascade,
  nonce text not null check (length(nonce) >= 20),
  made_by text not null,
  made_at timestamptz not null default now()
);

-- How somebody, or a community, feels: what its animation is drawn from.
create table vibes (
  -- A user's id or a community's.
  owner_id text primary key,
  quaternion double precision[] not null check (cardinality(quaternion) = 4),
  sentiment double precision not null,
  intensity double precision not null,
  updated_at timestamptz not null default now()
);
