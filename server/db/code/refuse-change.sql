-- needs: is_given_up_restore
-- Only an erasure may replace the data of an entry, and clear the salts of replaced entries.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('gya.erasing', true) = 'on'
    and (new.company_id, new.id, new.property_id, new.user_id, new.at, new.kind, new.via, new.via_id)
      is not distinct from (old.company_id, old.id, old.property_id, old.user_id, old.at, old.kind, old.via, old.via_id) then
    return new;
  end if;
  if tg_op = 'DELETE' and is_given_up_restore(old.company_id) then
    return old;
  end if;
  raise exception 'the record is append-only';
end $$;
create or replace trigger event_is_append_only before update or delete on event for each row execute function refuse_change();
