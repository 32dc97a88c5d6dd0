-- What a person wants kept: typed, spoken, or brought by the wearable. Only they ever see it.
create table memories (
  id text primary key,
  user_id text not null,
  type text not null check (type in ('want-to-know', 'looking-for', 'something-else')),
  content text not null check (content <> ''),
  title text,
  keywords text[] not null default '{}',
  source text not null default 'looby' check (source in ('looby', 'omi')),
  -- What only some sources have, such as topics, speakers or the original of a wearable.
  metadata jsonb not null default '{}',
  -- The answer in the chat it was made from. Not a reference: a memory outlives the conversation.
  message_id text,
  -- When it was written down, on the person's own device.
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index memories_by_user on memories (user_id, created_at desc);
create index memories_by_message on memories (message_id) where message_id is not null;

-- What stands with an answer besides its words, as the contract's `messageUi`; null for words alone.
alter table messages add column ui jsonb;
