-- A conversation of one person with one companion. Who owns the thread owns its messages and runs.
create table threads (
  id text primary key,
  user_id text not null,
  companion text not null,
  title text not null,
  -- The message the person looks at; its ancestors are the conversation as shown.
  active_leaf_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index threads_by_user on threads (user_id, updated_at desc);

-- A tree: asking again makes a sibling, nothing is overwritten.
create table messages (
  id text primary key,
  thread_id text not null references threads (id) on delete cascade,
  parent_id text references messages (id) on delete cascade,
  role text not null check (role in ('user', 'assistant', 'system')),
  text text not null,
  reasoning text not null default '',
  -- What the text cites, as the contract's `source`, in the order of first mention.
  sources jsonb not null default '[]',
  -- Who really spoke; null for people and for search mode.
  model text,
  created_at timestamptz not null default now()
);
create index messages_by_thread on messages (thread_id);
create index messages_by_parent on messages (parent_id);

-- One streamed answer. A run whose heartbeat stopped has lost its server.
create table runs (
  id text primary key,
  message_id text not null unique references messages (id) on delete cascade,
  thread_id text not null references threads (id) on delete cascade,
  state text not null check (state in ('running', 'done', 'stopped', 'failed', 'interrupted')),
  error text,
  stop_requested boolean not null default false,
  heartbeat_at timestamptz not null default now(),
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create index runs_by_thread on runs (thread_id);
create index runs_running on runs (heartbeat_at) where state = 'running';

-- The run's event log up to its last checkpoint, in pieces: a checkpoint adds a row and rewrites none.
create table run_frames (
  run_id text not null references runs (id) on delete cascade,
  -- Sequence number of the piece's last frame.
  last_seq integer not null,
  frames jsonb not null,
  primary key (run_id, last_seq)
);
