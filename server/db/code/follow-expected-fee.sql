-- needs: expected_fee
-- A bulk correction of expected fees only writes property_report.
create or replace function follow_expected_fee() returns trigger language plpgsql as $$
begin
  update action_item i set fee = floor((new.expected_fee + 50) / 100)
  where i.company_id = new.company_id and i.property_id = new.property_id
    and i.fee is distinct from floor((new.expected_fee + 50) / 100)::int;
  return null;
end $$;
create or replace trigger report_fee_is_followed after update of expected_fee on property_report
  for each row when (old.expected_fee is distinct from new.expected_fee) execute function follow_expected_fee();
