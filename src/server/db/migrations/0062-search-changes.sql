-- Which documents were written, and in which transaction: every server keeps an index of them in memory, and reads here what
-- it has missed. A notification can be lost, a row cannot.
create table search_changes (
  number bigint generated always as identity primary key,
  document_id text not null,
  -- Transactions do not end in the order of their numbers: who reads goes on from the oldest that was still running.
  written_in bigint not null default pg_current_xact_id()::text::bigint,
  written_at timestamptz not null default clock_timestamp()
);
create index search_changes_written_in on search_changes (written_in);
create index search_changes_written_at on search_changes (written_at);

create function note_search_changes() returns trigger language plpgsql as $$
begin
  insert into search_changes (document_id) select id from changed;
  return null;
end $$;
create trigger search_documents_added after insert on search_documents
  referencing new table as changed for each statement execute function note_search_changes();
create trigger search_documents_changed after update on search_documents
  referencing new table as changed for each statement execute function note_search_changes();
create trigger search_documents_removed after delete on search_documents
  referencing old table as changed for each statement execute function note_search_changes();

-- The index in memory knows the words of the titles, and how they are spelled, as well.
drop function titles_spelled_like(text);
drop index search_documents_titles;
