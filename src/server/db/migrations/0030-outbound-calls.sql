-- What this server called others for, and with what. Bounded in age and number; see housekeeping.
create table outbound_calls (
  id text primary key,
  -- For whom; null: for nobody in particular.
  user_id text references users (id) on delete cascade,
  at timestamptz not null,
  -- Calls that say the same again and again are one row.
  times integer not null,
  last_at timestamptz not null,
  purpose text not null,
  reason text not null,
  method text not null,
  host text not null,
  path text not null,
  fields text[] not null,
  -- Shortened, secrets taken out.
  sent text,
  bytes_sent bigint,
  bytes_received bigint not null,
  outcome text not null,
  status integer,
  duration_ms integer
);
create index outbound_calls_by_user on outbound_calls (user_id, last_at desc, id desc);
create index outbound_calls_by_time on outbound_calls (last_at desc, id desc);

-- What is deleted may stand in what was sent for it: that a call was made stays, its words go.
create function forget_sent_words() returns trigger language plpgsql as $$
begin
  update outbound_calls set sent = null where user_id = old.user_id and sent is not null;
  return null;
end $$;
create trigger memories_forget_sent after delete on memories for each row execute function forget_sent_words();
create trigger threads_forget_sent after delete on threads for each row execute function forget_sent_words();
