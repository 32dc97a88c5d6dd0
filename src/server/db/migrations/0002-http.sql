-- Answers of writes by the client's key, stored in the write's own transaction.
create table idempotency_keys (
  user_id text not null,
  key text not null check (length(key) between 8 and 128),
  endpoint_id text not null,
  request_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Fixed-window counters; a row per limit and subject.
create table rate_limits (
  bucket text primary key,
  window_start timestamptz not null,
  hits integer not null
);
create index rate_limits_window_start on rate_limits (window_start);

-- Append-only record of auth, admin and denial events. No bodies, no secrets.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id text,
  event text not null,
  object_id text,
  detail jsonb not null default '{}'
);
create index audit_log_object on audit_log (object_id, at desc);
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
