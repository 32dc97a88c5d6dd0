-- What happened to a resource, newest last: the History of its dialog.
create table resource_history (
  id bigint generated always as identity primary key,
  resource_id text not null references resources (id) on delete cascade,
  action text not null check (length(action) between 1 and 80),
  -- Where it was then, in words.
  place text check (length(place) <= 200),
  at timestamptz not null default now()
);
create index resource_history_of on resource_history (resource_id, at desc, id desc);
insert into resource_history (resource_id, action, place, at)
  select id, 'Added to the library', left(address, 200), created_at from resources;

-- One type of all communities, in pages.
create index resources_of_type on resources (type, created_at desc, id desc) where status = 'active';
