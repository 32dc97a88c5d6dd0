-- How often another server has taken the message over.
alter table telegram_unanswered add column tries integer not null default 0;
