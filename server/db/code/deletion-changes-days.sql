-- needs: forget_day_sums
-- A deleted property counts in no period; a restored one counts in all again.
create or replace function deletion_changes_days() returns trigger language plpgsql as $$
begin
  perform forget_day_sums(d.company_id, d.branch_id, min(d.since)) from property_day d
  where d.company_id = new.company_id and d.property_id = new.id group by d.company_id, d.branch_id;
  return null;
end $$;
create or replace trigger deletion_changes_days after update of deleted_on on property for each row
  when (old.deleted_on is distinct from new.deleted_on) execute function deletion_changes_days();
