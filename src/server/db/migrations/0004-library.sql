-- Communities (label Loobricate), the people in them, and the library they share.
create table communities (
  id text primary key,
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  address text not null default '',
  city text not null default '',
  tags text[] not null default '{}',
  type text not null default 'community' check (type in ('community', 'venue')),
  status text not null default 'active' check (status in ('active', 'archived')),
  camp_id text,
  latitude double precision,
  longitude double precision,
  profile_photo text,
  cover_photo text,
  created_by text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null))
);
create index communities_name on communities (lower(name));

create table community_people (
  community_id text not null references communities (id) on delete cascade,
  user_id text not null,
  role text not null check (role in ('admin', 'member')),
  since timestamptz not null default now(),
  primary key (community_id, user_id)
);
create index community_people_user on community_people (user_id);

create table resources (
  id text primary key,
  community_id text not null references communities (id),
  type text not null check (type in ('venue', 'gear', 'talent')),
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) between 1 and 4000),
  tags text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'archived')),
  availability text not null default 'available' check (availability in ('available', 'unavailable', 'maintenance')),
  address text,
  latitude double precision,
  longitude double precision,
  email text,
  phone text,
  photos text[] not null default '{}' check (cardinality(photos) <= 4),
  created_by text not null,
  -- The name its maker went by, kept when the account is gone.
  pseudonym text not null,
  version integer not null default 1,
  -- Milliseconds, so that a page cursor made in JavaScript names the row exactly.
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null))
);
create index resources_newest on resources (created_at desc, id desc) where status = 'active';
create index resources_of_community on resources (community_id, created_at desc, id desc) where status = 'active';
create index resources_of_person on resources (created_by, created_at desc, id desc);

create table surveys (
  id text primary key,
  title text not null,
  description text not null,
  study_type text not null,
  compensation text not null default '',
  survey_url text not null check (survey_url ~ '^https?://'),
  expires_at timestamptz,
  created_at timestamptz not null default now()
);

-- Camps of the map, as imported or generated; `data` is the public camp format plus its placement.
create table camps (
  id text primary key,
  year text not null,
  name text not null,
  latitude double precision,
  longitude double precision,
  data jsonb not null,
  updated_at timestamptz not null default now()
);
create index camps_of_year on camps (year, name);
