-- The chat with Looby's Telegram bot that is a person's.
create table telegram_links (
  user_id text primary key,
  chat_id text not null unique,
  -- As Telegram shows them; null when they have none.
  name text,
  -- The conversation that questions from there go on with.
  thread_id text,
  linked_at timestamptz not null default now()
);

-- One-time codes, as hashes: who reads the table can link nothing.
create table telegram_codes (
  user_id text primary key,
  code_hash text not null unique,
  expires_at timestamptz not null
);

-- What was heard already: after a cut Telegram sends again.
create table telegram_updates (
  update_id bigint primary key,
  heard_at timestamptz not null default now()
);
