-- A code that an operator handed out; a mail never replaces it while it is valid.
alter table reset_codes add column is_operators boolean not null default false;
