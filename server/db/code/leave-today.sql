-- Deleted properties are removed from Today as from the lists.
create or replace function leave_today() returns trigger language plpgsql as $$
begin
  delete from action_item i where i.company_id = old.company_id and i.subject_id = old.property_id;
  return null;
end $$;
create or replace trigger deleted_leaves_today after delete on property_report for each row execute function leave_today();
