-- Omi accounts people say are theirs, until they type the code that was sent into it. Anybody may name one; only the table of
-- links holds each but once.
create table omi_proofs (
  user_id text primary key,
  uid text not null check (length(uid) between 1 and 128),
  -- Of the newest code, as a hash; null: none was sent, or it is used up.
  code_hash text,
  expires_at timestamptz,
  tries_left integer not null default 0,
  named_at timestamptz not null default now()
);

-- When codes were sent, and into which account: neither its owner nor Omi may be flooded with them.
create table omi_codes_sent (
  id text primary key,
  uid text not null,
  user_id text,
  sent_at timestamptz not null default now()
);
create index omi_codes_sent_to_account on omi_codes_sent (uid, sent_at);
create index omi_codes_sent_for_person on omi_codes_sent (user_id, sent_at);

-- The links until now were made without a proof: nothing is fetched or sent before their people have given one.
insert into omi_proofs (user_id, uid) select user_id, uid from omi_links;
delete from omi_links;
