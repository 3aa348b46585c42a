-- needs: forget_day_sums
create or replace function days_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform forget_day_sums(company_id, branch_id, min(since)) from became group by company_id, branch_id;
  elsif tg_op = 'DELETE' then
    perform forget_day_sums(company_id, branch_id, min(since)) from was group by company_id, branch_id;
  else
    perform forget_day_sums(c.company_id, c.branch_id, min(c.changed)) from (
      select w.company_id, w.branch_id, case when to_jsonb(w) - 'until' = to_jsonb(b) - 'until' then least(w.until, b.until) else w.since end as changed
      from was w left join became b on b.company_id = w.company_id and b.property_id = w.property_id and b.since = w.since
      where w is distinct from b
      union all
      select b.company_id, b.branch_id, b.since
      from became b left join was w on w.company_id = b.company_id and w.property_id = b.property_id and w.since = b.since
      where w.branch_id is distinct from b.branch_id
    ) c group by c.company_id, c.branch_id;
  end if;
  return null;
end $$;
create or replace trigger days_added after insert on property_day referencing new table as became for each statement execute function days_changed();
create or replace trigger days_updated after update on property_day referencing old table as was new table as became for each statement execute function days_changed();
create or replace trigger days_deleted after delete on property_day referencing old table as was for each statement execute function days_changed();
