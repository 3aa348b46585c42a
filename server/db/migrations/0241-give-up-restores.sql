-- A restore that cannot finish is given up: everything it has written is deleted, also from the record, as long as nobody has seen the
-- company.
alter table archive_upload drop constraint archive_upload_state_check;
alter table archive_upload add constraint archive_upload_state_check
  check (state in ('uploading', 'verifying', 'verified', 'refused', 'restoring', 'giving-up', 'restored'));

create function is_given_up_restore(company uuid) returns boolean language sql stable as $$
  select current_setting('gya.restoring', true) = 'on'
    and exists (select from archive_upload a where a.of_company = company and a.state = 'giving-up')
    and exists (select from company c where c.id = company and c.deleted_on is not null)
$$;

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
