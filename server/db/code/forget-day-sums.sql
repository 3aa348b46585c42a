-- needs: day_sums_lock
create or replace function forget_day_sums(of_company uuid, of_branch uuid, since date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(day_sums_lock(of_branch));
  delete from property_day_sum s where s.company_id = of_company and s.branch_id = of_branch and s.day >= since;
end $$;
