-- The archive: memories in pages, changed, taken in from a file and found beside what was said before and after.
drop index memories_by_user;
alter table memories
  -- Milliseconds, so that a page cursor made in JavaScript names the row exactly.
  alter column created_at type timestamptz(3),
  alter column updated_at type timestamptz(3),
  -- Grows with every change; a change made from an older one is refused.
  add column version integer not null default 1,
  -- The order in which rows came: what has the same time, such as the lines of an imported talk, keeps its order.
  add column seq bigint not null generated always as identity;
create index memories_by_user on memories (user_id, created_at desc, id desc);
