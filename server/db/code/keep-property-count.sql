-- needs: month_of
create or replace function keep_property_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into property_count (company_id, branch_id, phase, sold, chain, ownership, taken_in, properties) values
      (old.company_id, old.branch_id, old.phase, old.sold, old.chain, old.ownership, null, -1),
      (old.company_id, old.branch_id, old.phase, old.sold, null, null, month_of(old.taken_on), -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into property_count (company_id, branch_id, phase, sold, chain, ownership, taken_in, properties) values
      (new.company_id, new.branch_id, new.phase, new.sold, new.chain, new.ownership, null, 1),
      (new.company_id, new.branch_id, new.phase, new.sold, null, null, month_of(new.taken_on), 1);
  end if;
  return null;
end $$;
create or replace trigger property_is_counted after insert or delete on property_report for each row execute function keep_property_count();
create or replace trigger property_is_counted_anew after update on property_report for each row
  when ((old.branch_id, old.phase, old.sold, old.chain, old.ownership, old.taken_on)
    is distinct from (new.branch_id, new.phase, new.sold, new.chain, new.ownership, new.taken_on))
  execute function keep_property_count();
