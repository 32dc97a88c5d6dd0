-- People and how they prove who they are. The tables and columns are better-auth's model (docs/decisions/0004), named our
-- way; src/server/features/account/auth.ts maps one to the other.
create table users (
  -- `anon-...` for a visitor.
  id text primary key,
  pseudonym text not null,
  -- The pseudonym folded so that look-alikes are one name; null for visitors.
  pseudonym_key text unique,
  -- better-auth wants an e-mail of everyone; ours is optional, so this one is made up, at `.invalid`, and never shown.
  internal_email text unique,
  internal_email_verified boolean not null default false,
  image text,
  is_anonymous boolean not null default false,
  email text check (length(email) <= 254),
  phone text check (length(phone) <= 30),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (is_anonymous = (pseudonym_key is null)),
  check (is_anonymous = (id like 'anon-%'))
);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

-- A way in: the password's hash, provider `credential`.
create table accounts (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_of_user on accounts (user_id);

-- Challenges of passkey ceremonies, minutes old at most.
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_expires_at on verifications (expires_at);

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- One-time codes for a forgotten password: at most one per person, a keyed hash of it.
create table reset_codes (
  user_id text primary key references users (id) on delete cascade,
  code_hash text not null,
  tries_left integer not null check (tries_left >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
