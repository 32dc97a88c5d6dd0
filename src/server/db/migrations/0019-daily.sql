-- A day of a person: that they shared a thought and so unlocked the quest, and the quest once it is chosen. At most one
-- of each a day, whatever arrives at once.
create table daily_quests (
  user_id text not null,
  -- The calendar day in the festival's zone.
  day date not null,
  unlocked_at timestamptz not null default now(),
  -- The thought it was unlocked by. Not a reference: a quest outlives the memory, but keeps none of its words.
  memory_id text,
  -- Null until it is first asked for.
  quest text check (quest <> ''),
  explanation text,
  -- Of the list of cheat codes.
  cheat_code integer check (cheat_code > 0),
  -- Who wrote it: the written bank or a language model, whose name is `model` then.
  origin text check (origin in ('bank', 'model')),
  model text,
  completed_at timestamptz,
  primary key (user_id, day),
  check ((quest is null) = (origin is null)),
  check (quest is not null or completed_at is null)
);
