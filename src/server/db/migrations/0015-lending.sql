create extension if not exists btree_gist;

-- One request to borrow a resource, and what became of it.
create table loans (
  id text primary key,
  resource_id text not null references resources (id) on delete cascade,
  borrower_id text not null,
  -- The name they went by, kept when the account is gone.
  borrower_name text not null,
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'declined', 'cancelled', 'handed-over', 'returned')),
  -- Calendar days of the festival, both counted.
  first_day date not null,
  last_day date not null,
  message text not null default '' check (length(message) <= 500),
  -- How the owner reaches the borrower: only the owner sees it.
  contact text not null default '' check (length(contact) <= 200),
  answer text not null default '' check (length(answer) <= 500),
  condition_note text not null default '' check (length(condition_note) <= 500),
  condition_photo text,
  handed_over_at timestamptz,
  returned_at timestamptz,
  -- What its people were told by the background job, so that they are told once.
  overdue_told_at timestamptz,
  maintenance_told boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (first_day <= last_day),
  -- No day is promised to two people.
  constraint loans_no_double_booking exclude using gist (
    resource_id with =, daterange(first_day, last_day, '[]') with &&
  ) where (state in ('approved', 'handed-over'))
);
-- What is late is still out, whatever its days were.
create unique index loans_one_out on loans (resource_id) where state = 'handed-over';
create index loans_of_resource on loans (resource_id, created_at);
create index loans_of_borrower on loans (borrower_id, created_at desc);
create index loans_out on loans (last_day) where state = 'handed-over';

-- Who has a thing or waits for it is told when it breaks: the job looks.
create function tell_availability_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('lending_due', new.id);
  return null;
end $$;
create trigger resources_availability after update of availability on resources
  for each row when (old.availability is distinct from new.availability)
  execute function tell_availability_changed();
