-- Who lets Mem0 have copies of their memories, by the name they have there: nothing but this table leads from it to a person.
create table mem0_owners (
  owner text primary key,
  -- Null once the account is gone: the row stays until Mem0 has forgotten, too.
  user_id text unique,
  is_on boolean not null,
  -- Nothing is carried before; null: whenever there is something.
  not_before timestamptz,
  -- Somebody carries right now, or has died while doing so.
  held_until timestamptz,
  tries integer not null default 0,
  check (user_id is not null or not is_on)
);

-- What Mem0 has or shall have. A row is gone when Mem0 has nothing of it.
create table mem0_copies (
  owner text not null references mem0_owners (owner) on delete cascade,
  memory_id text not null,
  -- False: it is to be forgotten there.
  is_wanted boolean not null default true,
  -- What Mem0 has is not what it should have.
  is_pending boolean not null default true,
  -- Grows with every wish, so that a wish made while another is carried out is not lost.
  wishes integer not null default 0,
  -- Its ids there.
  remote_ids text[] not null default '{}',
  -- Since then there may be copies whose ids nobody knows: a call began and its answer was lost, or named none.
  uncertain_since timestamptz,
  primary key (owner, memory_id)
);
create index mem0_copies_pending on mem0_copies (owner) where is_pending;

create function mem0_want_new() returns trigger language plpgsql as $$
begin
  insert into mem0_copies (owner, memory_id)
  select o.owner, fresh.id from fresh join mem0_owners o on o.user_id = fresh.user_id and o.is_on
  on conflict (owner, memory_id) do update
    set is_wanted = true, is_pending = true, wishes = mem0_copies.wishes + 1;
  return null;
end $$;
create trigger memories_mem0_new after insert on memories
  referencing new table as fresh for each statement execute function mem0_want_new();

create function mem0_forget_gone() returns trigger language plpgsql as $$
begin
  update mem0_copies set is_wanted = false, is_pending = true, wishes = wishes + 1
  from gone join mem0_owners o on o.user_id = gone.user_id
  where mem0_copies.owner = o.owner and mem0_copies.memory_id = gone.id;
  return null;
end $$;
create trigger memories_mem0_gone after delete on memories
  referencing old table as gone for each statement execute function mem0_forget_gone();

-- Other words, or another person's: a visitor's memories move along into an account.
create function mem0_want_changed() returns trigger language plpgsql as $$
begin
  if new.user_id <> old.user_id then
    update mem0_copies set is_wanted = false, is_pending = true, wishes = wishes + 1
    from mem0_owners o
    where o.user_id = old.user_id and mem0_copies.owner = o.owner and mem0_copies.memory_id = old.id;
  end if;
  insert into mem0_copies (owner, memory_id)
  select o.owner, new.id from mem0_owners o where o.user_id = new.user_id and o.is_on
  on conflict (owner, memory_id) do update
    set is_wanted = true, is_pending = true, wishes = mem0_copies.wishes + 1;
  return null;
end $$;
create trigger memories_mem0_changed after update on memories
  for each row when (old.content <> new.content or old.user_id <> new.user_id) execute function mem0_want_changed();

-- Whoever deletes their account forgets at Mem0, too, whatever way the deletion takes.
create function mem0_forget_person() returns trigger language plpgsql as $$
begin
  new.is_on := false;
  new.not_before := null;
  update mem0_copies set is_wanted = false, is_pending = true, wishes = wishes + 1 where owner = new.owner;
  return new;
end $$;
create trigger mem0_owners_left before update on mem0_owners
  for each row when (old.user_id is not null and new.user_id is null) execute function mem0_forget_person();
