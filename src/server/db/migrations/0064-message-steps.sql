-- The abilities a language model used for an answer, by name, in the order used.
alter table messages add column steps jsonb not null default '[]';
