-- What happened, for those who listen (GET /api/events) or come back after a cut. Kept for an hour.
create table events (
  id bigint generated always as identity primary key,
  -- Given at commit, so that its order is the order in which events become visible: who heard number 7 has missed none below.
  seq bigint unique,
  -- me-<user id>: one person alone. user-<id of a person or community>: who may hear that one.
  channel text not null check (length(channel) between 1 and 200),
  event text not null check (length(event) between 1 and 60),
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index events_of_channel on events (channel, seq);
create index events_created_at on events (created_at);
create sequence event_seq;

create function number_event() returns trigger language plpgsql as $$
declare
  number bigint;
  frame text;
begin
  -- Until the commit is done: two transactions that publish commit one after the other.
  perform pg_advisory_xact_lock(7105664);
  number := nextval('event_seq');
  update events set seq = number where id = new.id;
  frame := json_build_object('seq', number, 'channel', new.channel, 'event', new.event, 'data', new.data)::text;
  -- A notification holds less than 8,000 bytes; a longer event is read from the table.
  if octet_length(frame) >= 7900 then
    frame := json_build_object('seq', number, 'channel', new.channel)::text;
  end if;
  perform pg_notify('events', frame);
  return null;
end $$;
create constraint trigger events_are_numbered after insert on events
  deferrable initially deferred for each row execute function number_event();

-- An open stream asks again whether it may go on. In the database, so that no way to end a session or a membership forgets it.
create function tell_permissions_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('permissions_changed', old.user_id);
  return null;
end $$;
create trigger sessions_end after delete on sessions
  for each row execute function tell_permissions_changed();
create trigger memberships_change after update or delete on community_people
  for each row execute function tell_permissions_changed();

create table notifications (
  id text primary key,
  user_id text not null,
  kind text not null check (length(kind) between 1 and 40),
  text text not null check (length(text) between 1 and 500),
  -- A path of the page.
  link text check (link like '/%' and length(link) <= 300),
  read_at timestamptz,
  -- When it is next carried to the person's devices; null when that is done, or given up.
  deliver_after timestamptz default now(),
  tries integer not null default 0,
  -- Milliseconds, so that a page cursor made in JavaScript names the row exactly.
  created_at timestamptz(3) not null default now()
);
create index notifications_of_person on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_to_deliver on notifications (deliver_after) where deliver_after is not null;

-- Kinds a person does not want to be told of.
create table muted_notifications (
  user_id text not null,
  kind text not null,
  primary key (user_id, kind)
);

-- A browser that shows notifications while Looby is closed. Ends with the session: after signing out a device tells nothing.
create table push_subscriptions (
  endpoint text primary key check (length(endpoint) <= 2000),
  user_id text not null,
  session_id text not null references sessions (id) on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_of_person on push_subscriptions (user_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);
