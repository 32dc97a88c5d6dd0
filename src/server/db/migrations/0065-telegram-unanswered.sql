-- Messages from linked Telegram chats until the bot has answered them, so that a restart loses none.
create table telegram_unanswered (
  -- The id of the question in its conversation.
  id text primary key,
  update_id bigint not null,
  chat_id text not null,
  user_id text not null,
  content jsonb not null,
  -- The server that answers it renews this time. Once it has passed, another server may take the message over.
  held_until timestamptz not null
);
create index telegram_unanswered_user on telegram_unanswered (user_id);
