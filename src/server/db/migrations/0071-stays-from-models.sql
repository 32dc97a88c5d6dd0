-- Saved with `useRag: false`: no language model ever gets its words, no matter who runs the model. What was written before this is not marked:
-- whether it might be sent was not stored.
alter table memories add column stays_from_models boolean not null default false;
create index memories_kept_from_models on memories (user_id) where stays_from_models;

-- An answer that no later prompt contains, nor the question before it: its user chose the library, or it was cleared.
alter table messages add column stays_from_models boolean not null default false;
-- Ids of its user's own memories that went into it, also those it does not cite.
alter table messages add column given_memories text[] not null default '{}';

-- Whether language models may read the library for this user, as their page last sent it; null: it never has.
alter table users add column use_rag boolean;

-- Mem0 runs language models, too.
create or replace function mem0_want_new() returns trigger language plpgsql as $$
begin
  insert into mem0_copies (owner, memory_id)
  select o.owner, fresh.id from fresh join mem0_owners o on o.user_id = fresh.user_id and o.is_on
  where not fresh.stays_from_models
  on conflict (owner, memory_id) do update
    set is_wanted = true, is_pending = true, wishes = mem0_copies.wishes + 1;
  return null;
end $$;

create or replace function mem0_want_changed() returns trigger language plpgsql as $$
begin
  if new.user_id <> old.user_id or new.stays_from_models then
    update mem0_copies set is_wanted = false, is_pending = true, wishes = wishes + 1
    from mem0_owners o
    where o.user_id = old.user_id and mem0_copies.owner = o.owner and mem0_copies.memory_id = old.id;
  end if;
  insert into mem0_copies (owner, memory_id)
  select o.owner, new.id from mem0_owners o
  where o.user_id = new.user_id and o.is_on and not new.stays_from_models
  on conflict (owner, memory_id) do update
    set is_wanted = true, is_pending = true, wishes = mem0_copies.wishes + 1;
  return null;
end $$;
drop trigger memories_mem0_changed on memories;
create trigger memories_mem0_changed after update on memories
  for each row when (
    old.content <> new.content or old.user_id <> new.user_id or old.stays_from_models <> new.stays_from_models
  ) execute function mem0_want_changed();
