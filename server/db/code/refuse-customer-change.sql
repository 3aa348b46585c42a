-- needs: is_given_up_restore
-- A customer with checks and files is deleted by `apply-retention` alone, once the five years are over: it says the day in `gya.kept_before`.
-- Checks and files are never changed; a check can be struck out once.
create or replace function refuse_customer_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_given_up_restore(old.company_id) then
      return old;
    end if;
    if current_setting('gya.erasing', true) = 'on' and current_setting('gya.kept_before', true) <> '' then
      if tg_table_name <> 'customer' then
        return old;
      end if;
      if old.keep_until < current_setting('gya.kept_before', true)::date then
        return old;
      end if;
    end if;
    raise exception 'customer checks are kept until five years after the end of the sale';
  end if;
  if tg_table_name = 'customer_check' then
    if old.struck_on is null and new.struck_on is not null
      and to_jsonb(new) - '{struck_on,struck_by,struck_because}'::text[] = to_jsonb(old) - '{struck_on,struck_by,struck_because}'::text[] then
      return new;
    end if;
  end if;
  raise exception 'customer checks are append-only';
end $$;
create or replace trigger customer_is_kept before delete on customer for each row execute function refuse_customer_change();
create or replace trigger customer_check_is_kept before update or delete on customer_check for each row execute function refuse_customer_change();
create or replace trigger customer_check_file_is_kept before update or delete on customer_check_file for each row execute function refuse_customer_change();
