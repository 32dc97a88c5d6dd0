-- Words from a Telegram chat that become a memory, of this id, once their person presses "Keep it".
create table telegram_proposals (
  id text primary key,
  user_id text not null,
  content text not null,
  created_at timestamptz not null default now()
);
create index telegram_proposals_user on telegram_proposals (user_id, created_at);
