-- Customers that were entered before their state was stored read as open until their next change: the job derives it, where there are any.
do $$
begin
  if exists (select from customer) then
    perform graphile_worker.add_job('derive-checks', payload := json_build_object('companyId', k.company_id), flags := array[k.company_id::text])
    from (select distinct company_id from customer) k;
  end if;
end $$;
