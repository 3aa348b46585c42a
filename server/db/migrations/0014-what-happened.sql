-- Happenings of properties are stored as rows, derived in the transaction of the change, because deriving them from the record on read
-- costs a lookup of all other entries of the same step. Days that can count are found by an index.

drop view property_happening;
drop index event_by_day, viewing_by_day, offer_by_day, relaunch_by_day, asking_price_by_day;

-- Derives the rows: events of each property of the lists, each with its day. `fee` is the expected fee at the end of `fee_day`, which is
-- the same day for most.
create view property_happening_derived as
select r.company_id, r.property_id, h.what, h.id, r.branch_id, h.on_day, h.fee_day, h.amount, h.first_price, h.cash,
  case when h.what in ('offer-accepted', 'fall-off', 'step-done-24', 'step-done-25') then (
    select d.expected_fee from property_day d
    where d.company_id = h.company_id and d.property_id = h.property_id and d.since <= h.fee_day
    order by d.since desc limit 1) end as fee
from property_report r
join (
  select company_id, property_id, property_id as id, 'taken-on' as what, taken_on as on_day, taken_on as fee_day,
    null::bigint as amount, null::bigint as first_price, null::boolean as cash
  from property_report
  union all
  select company_id, property_id, id, 'viewing', viewed_on, viewed_on, null, null, null from viewing
  union all
  select company_id, property_id, id, 'offer', made_on, made_on, amount, null, null from offer
  union all
  select company_id, property_id, id, 'relaunch', relaunched_on, relaunched_on, null, null, null from relaunch
  union all
  select company_id, property_id, id, 'price-deduction', effective_date, effective_date, price, null, null
  from (
    select *, lag(price) over (partition by company_id, property_id order by effective_date, createdon, id) as price_before
    from asking_price
  ) a
  where price < price_before
  union all
  select e.company_id, e.property_id, e.id, e.kind, coalesce(day_named(e.data), london_day(e.at)),
    -- The sale that fell off was there the day before.
    london_day(e.at) - (case when e.kind = 'fall-off' then 1 else 0 end),
    (e.data ->> 'amount')::bigint,
    case when e.kind = 'offer-accepted' then (
      select a.price from asking_price a
      where a.company_id = e.company_id and a.property_id = e.property_id
      order by a.effective_date, a.createdon, a.id limit 1) end,
    (e.data ->> 'cashBuy')::boolean
  from event e
  where e.kind in ('withdrawn', 'offer-accepted', 'fall-off', 'sale-restored')
  union all
  -- A step that was completed, or completed on another day. Excludes completions written by a fall-off or a restore, and completions that a
  -- later change of the step reverted; a fall-off itself reverts none.
  select company_id, property_id, id, case when step between 5 and 21 then 'survey-done' else 'step-done-' || step end,
    coalesce(day_named(data), london_day(at)), london_day(at), null, null, null
  from (
    select company_id, property_id, id, at, data, (data ->> 'key')::int as step, data ->> 'to' as became, data ->> 'because' as because,
      lead(data ->> 'from') over later as next_from, lead(data ->> 'because') over later as next_because
    from event
    where kind = 'step-changed'
    window later as (partition by company_id, property_id, data ->> 'key' order by at, id)
  ) e
  where became = 'C' and because not in ('fall-off', 'sale-restored', 'cash-buy-ended')
    and (next_from = 'C' and next_because not in ('fall-off', 'sale-restored', 'cash-buyer', 'cash-buy-ended')) is not true
  union all
  select e.company_id, e.property_id, e.id, 'survey-booked', coalesce(day_named(e.data), london_day(e.at)), london_day(e.at), null, null, null
  from event e
  where e.kind = 'step-changed' and e.data ->> 'from' is null and (e.data ->> 'key')::int between 5 and 21
    and e.data ->> 'because' not in ('fall-off', 'sale-restored')
) h on h.company_id = r.company_id and h.property_id = r.property_id;

-- The stored rows. They are deleted with the report row of the property, so that deleted properties count in no figure.
create table property_happening (
  company_id uuid not null,
  property_id uuid not null,
  what text not null,
  id uuid not null,
  branch_id uuid not null,
  on_day date not null,
  fee_day date not null,
  amount bigint,
  first_price bigint,
  cash boolean,
  fee bigint,
  primary key (company_id, property_id, what, id),
  foreign key (company_id, property_id) references property_report (company_id, property_id) on delete cascade
);
insert into property_happening select * from property_happening_derived;
create index property_happening_by_day on property_happening (company_id, branch_id, what, on_day)
  include (property_id, id, amount, first_price, cash, fee);

-- Brings the rows of one property up to what is derived of it now. In the database, so that its plan is made once.
create function keep_happenings(of_company uuid, of_property uuid) returns void language plpgsql as $$
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
    first_price = excluded.first_price, cash = excluded.cash, fee = excluded.fee;
end $$;

-- A day on which a property was completed or withdrawn and had no open steps counts in no figure. This applies to most days of most
-- properties; the others are read from the index alone.
drop index property_day_by_branch, property_day_by_company;
create index property_day_that_counts on property_day (company_id, branch_id, until, since) include
  (property_id, phase, chain, asking_price, expected_fee, contract_end, notice_given, notice_end, completion_date, vendor_solicitor,
   vendor_broker, first_warning, legal_warning, financial_warning, survey_warning, survey_awaits_report, legal_blocked,
   financial_blocked, any_blocked)
  where phase in ('preForSale', 'forSale', 'sold', 'exchanged') or first_warning is not null or any_blocked or survey_awaits_report;

-- Index-only scans require a vacuum.
alter table property_day set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table property_happening set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
