-- The code as a hash: when many are asked for, the newest one counts for everyone who names this account. Null: sent before this.
alter table omi_codes_sent add column code_hash text;
