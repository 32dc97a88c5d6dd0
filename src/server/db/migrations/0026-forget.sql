-- What happened stays on record for ever; the name of somebody who has left may be taken out of it.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.detail = old.detail - 'person'
    and (new.id, new.at, new.actor_id, new.event, new.object_id)
      is not distinct from (old.id, old.at, old.actor_id, old.event, old.object_id) then
    return new;
  end if;
  raise exception 'audit_log is append-only';
end $$;
