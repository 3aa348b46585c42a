-- needs: property_happening_derived
-- Brings the rows of one property up to what is derived of it now. In the database, so that its plan is made once.
create or replace function keep_happenings(of_company uuid, of_property uuid) returns void language plpgsql as $$
begin
  with derived as materialized (
    select * from property_happening_derived where company_id = of_company and property_id = of_property
  ), gone as (
    delete from property_happening h
    where h.company_id = of_company and h.property_id = of_property
      and not exists (select from derived d where d.what = h.what and d.id = h.id)
  )
  insert into property_happening as h
  select d.* from derived d
  left join property_happening k on k.company_id = of_company and k.property_id = of_property and k.what = d.what and k.id = d.id
  where k is distinct from d
  on conflict (company_id, property_id, what, id) do update set
    branch_id = excluded.branch_id, on_day = excluded.on_day, fee_day = excluded.fee_day, amount = excluded.amount,
    first_price = excluded.first_price, cash = excluded.cash, fee = excluded.fee, negotiator_id = excluded.negotiator_id,
    progressor_id = excluded.progressor_id;
end $$;
