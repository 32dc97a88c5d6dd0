alter table omi_links
  -- The last time a fetch was begun; `pulled_at` is the last one that succeeded.
  add column tried_at timestamptz,
  -- Why the last fetch failed, in a sentence; null: it did not.
  add column trouble text,
  -- Rows of each list that were gone through; null: to its end. A fetch that breaks off goes on there.
  add column memories_next integer default 0,
  add column conversations_next integer default 0,
  -- When both lists were last gone through to their ends.
  add column walked_at timestamptz;

alter table omi_writes
  -- When Omi refused what had waited for it, and why: the words stay until their person decides.
  add column refused_at timestamptz,
  add column refusal text;
