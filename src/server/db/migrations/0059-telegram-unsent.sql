-- What the bot has to say and Telegram did not take yet: too much at once, or not reached.
create table telegram_unsent (
  id bigint generated always as identity primary key,
  chat_id text not null,
  -- Null: a chat that is nobody's, which is told how to link it or where to find help.
  user_id text,
  text text not null,
  -- A row of {text, data} below it; null for none.
  buttons jsonb,
  -- What it quotes, as `memory:<id>`.
  quotes text[] not null default '{}',
  -- The conversation it is an answer of: deleted with it.
  thread_id text references threads (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Not before. Whoever sends it moves this on first, so that nobody else does.
  send_after timestamptz not null
);
create index telegram_unsent_chat on telegram_unsent (chat_id, id);
create index telegram_unsent_user on telegram_unsent (user_id);
create index telegram_unsent_thread on telegram_unsent (thread_id);
