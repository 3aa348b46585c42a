-- needs: is_given_up_restore
create or replace function refuse_seal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('gya.erasing', true) = 'on' and new.salt is null
    and to_jsonb(new) - 'salt' = to_jsonb(old) - 'salt' then
    return new;
  end if;
  if tg_op = 'DELETE' and is_given_up_restore(old.company_id) then
    return old;
  end if;
  raise exception 'the record is append-only';
end $$;
create or replace trigger event_seal_is_append_only before update or delete on event_seal
  for each row execute function refuse_seal_change();
create or replace trigger record_amendment_is_append_only before update or delete on record_amendment
  for each row execute function refuse_seal_change();
