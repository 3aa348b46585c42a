-- needs: is_given_up_restore
create or replace function refuse_checkpoint_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.mailed_on is null and to_jsonb(new) - 'mailed_on' = to_jsonb(old) - 'mailed_on' then
    return new;
  end if;
  if tg_op = 'DELETE' and is_given_up_restore(old.company_id) then
    return old;
  end if;
  raise exception 'checkpoints are append-only';
end $$;
create or replace trigger record_checkpoint_is_append_only before update or delete on record_checkpoint
  for each row execute function refuse_checkpoint_change();
