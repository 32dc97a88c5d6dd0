-- Matching it took longer than a background query may: it is left alone until then. Null: it is not.
alter table needs add column aside_until timestamptz;
