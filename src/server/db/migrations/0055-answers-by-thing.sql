-- The ids an answer names, wherever they stand in it: what is deleted or changed is taken out of the answers that tell of it.
create function answer_ids(answer jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_path_query_array(answer,
    '$.** ? (@.type() == "object").keyvalue() ? (@.key like_regex "[iI]d$" && @.value.type() == "string").value')
$$;
create index idempotency_keys_by_thing on idempotency_keys using gin (answer_ids(answer)) where answer is not null;

-- As with what is deleted: words that were changed go out of the notes of what was sent.
create trigger memories_forget_sent_before after update on memories
  for each row when (old.content <> new.content) execute function forget_sent_words();

-- What was sent of a thing of the library may have been sent for anybody.
create function forget_sent_thing() returns trigger language plpgsql as $$
declare
  -- As JSON writes them, without the quotes around.
  title text := btrim(to_json(old.title)::text, '"');
  beginning text := btrim(to_json(left(old.description, 60))::text, '"');
begin
  update outbound_calls set sent = null
  where sent is not null
    and (strpos(sent, title) > 0 or strpos(sent, old.title) > 0 or (beginning <> '' and strpos(sent, beginning) > 0));
  return null;
end $$;
create trigger resources_forget_sent after delete on resources for each row execute function forget_sent_thing();
create trigger resources_forget_sent_before after update on resources
  for each row when (old.title <> new.title or old.description <> new.description) execute function forget_sent_thing();
