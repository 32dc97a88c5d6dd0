-- requires: vector
create function note_search_vectors() returns trigger language plpgsql as $$
begin
  insert into search_changes (document_id) select distinct document_id from changed;
  return null;
end $$;
create trigger search_embeddings_added after insert on search_embeddings
  referencing new table as changed for each statement execute function note_search_vectors();
