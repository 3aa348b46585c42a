-- needs: day_named, event_kept, expected_fee, london_day
-- The expected fee of an acceptance, a fall-off, an exchange and a completion is that of its entry, not of a day: a property can be
-- sold, fall off and be sold again on one day. Entries from before this version have no fee; theirs is read from the day as before.
create or replace view property_happening_derived as
select r.company_id, r.property_id, h.what, h.id, r.branch_id, h.on_day, h.fee_day, h.amount, h.first_price, h.cash,
  case when h.what not in ('offer-accepted', 'fall-off', 'step-done-24', 'step-done-25') then null
    when h.recorded ? 'expectedFee' then (h.recorded ->> 'expectedFee')::bigint
    else (
      select d.expected_fee from property_day d
      where d.company_id = h.company_id and d.property_id = h.property_id and d.since <= h.fee_day
      order by d.since desc limit 1) end as fee,
  persons.negotiator_id, persons.progressor_id
from property_report r
join (
  select r.company_id, r.property_id, r.property_id as id, 'taken-on' as what, coalesce(u.given, r.taken_on) as on_day,
    coalesce(u.given, r.taken_on) as fee_day, null::bigint as amount, null::bigint as first_price, null::boolean as cash,
    null::jsonb as recorded
  from property_report r
  -- What an import says is done without its day is "undated" and counts on no day: a property once its day of take on is given.
  left join lateral (
    select e.id, (
      select day_named(s.data) from event_kept s
      where s.company_id = e.company_id and s.property_id = e.property_id and s.kind = 'step-changed' and s.data ->> 'key' = '1'
        and s.data ->> 'to' = 'C' and not s.data ? 'undated'
      order by s.at desc, s.id desc limit 1) as given
    from event_kept e
    where e.company_id = r.company_id and e.property_id = r.property_id and e.kind = 'taken-on' and e.data ? 'undated'
    limit 1) u on true
  where u.id is null or u.given is not null
  union all
  select company_id, property_id, id, 'viewing', viewed_on, viewed_on, null, null, null, null from viewing
  union all
  select company_id, property_id, id, 'offer', made_on, made_on, amount, null, null, null from offer o
  where not exists (
    select from event_kept e where e.company_id = o.company_id and e.property_id = o.property_id and e.kind = 'offer-added'
      and e.data ? 'undated' and e.data ->> 'offerId' = o.id::text)
  union all
  select company_id, property_id, id, 'relaunch', relaunched_on, relaunched_on, null, null, null, null from relaunch
  union all
  select company_id, property_id, id, 'price-deduction', effective_date, effective_date, price, null, null, null
  from (
    select *, lag(price) over (partition by company_id, property_id order by effective_date, createdon, id) as price_before
    from asking_price
  ) a
  where price < price_before
  union all
  select e.company_id, e.property_id, e.id, e.kind, coalesce(day_named(e.data), p.withdrawn_on, london_day(e.at)),
    -- The sale that fell off was there the day before.
    london_day(e.at) - (case when e.kind = 'fall-off' then 1 else 0 end),
    (e.data ->> 'amount')::bigint, null, null, e.data
  from (
    -- An import corrects the day of a withdrawal by another entry: the last one before the property is put back counts.
    select w.*, lead(w.kind) over (partition by w.company_id, w.property_id, w.kind in ('withdrawn', 'reinstated') order by w.at, w.id) as next_kind
    from event_kept w
    where w.kind in ('withdrawn', 'reinstated', 'fall-off', 'sale-restored')
  ) e
  -- Entries of imports before version 0.1.0 do not name the day of a withdrawal; the property does, until it is put back.
  left join property p on p.company_id = e.company_id and p.id = e.property_id and e.kind = 'withdrawn' and e.next_kind is null
  where e.kind in ('fall-off', 'sale-restored') or (e.kind = 'withdrawn' and e.next_kind is distinct from 'withdrawn' and not e.data ? 'undated')
  union all
  -- An acceptance counts on the last day that was given for it, with the amount and the fee of its entry.
  select a.company_id, a.property_id, a.id, a.kind, a.on_day, london_day(a.at), (a.data ->> 'amount')::bigint,
    (
      select p.price from asking_price p
      where p.company_id = a.company_id and p.property_id = a.property_id
      order by p.effective_date, p.createdon, p.id limit 1),
    (a.data ->> 'cashBuy')::boolean, a.data
  from (
    select n.*, last_value(coalesce(day_named(n.data), london_day(n.at))) over (
      partition by n.company_id, n.property_id, n.nth order by n.at, n.id rows between unbounded preceding and unbounded following) as on_day,
      last_value(n.data ? 'undated') over (
      partition by n.company_id, n.property_id, n.nth order by n.at, n.id rows between unbounded preceding and unbounded following) as undated
    from (
      select company_id, property_id, id, at, kind, data,
        count(*) filter (where kind = 'offer-accepted') over (partition by company_id, property_id order by at, id) as nth
      from event_kept
      where kind in ('offer-accepted', 'offer-acceptance-dated')
    ) n
  ) a
  where a.kind = 'offer-accepted' and not a.undated
  union all
  -- A step that was completed, or completed on another day: not where it was put back with a sale, nor where somebody took
  -- it back. What was done in a sale stays done when the sale falls off.
  select company_id, property_id, id, case when step between 5 and 21 then 'survey-done' else 'step-done-' || step end,
    coalesce(day_named(data), london_day(at)), london_day(at), null, null, null, data
  from (
    select company_id, property_id, id, at, data, (data ->> 'key')::int as step, data ->> 'to' as became, data ->> 'because' as because,
      lead(data ->> 'from') over later as next_from, lead(data ->> 'because') over later as next_because
    from event_kept
    where kind = 'step-changed'
    window later as (partition by company_id, property_id, data ->> 'key' order by at, id)
  ) e
  where became = 'C' and not data ? 'undated' and because not in ('fall-off', 'sale-restored', 'cash-buy-ended')
    and (next_from = 'C' and next_because not in ('fall-off', 'sale-restored', 'cash-buyer', 'cash-buy-ended')) is not true
  union all
  select e.company_id, e.property_id, e.id, 'survey-booked', coalesce(day_named(e.data), london_day(e.at)), london_day(e.at), null, null, null, null
  from event_kept e
  where e.kind = 'step-changed' and e.data ->> 'from' is null and (e.data ->> 'key')::int between 5 and 21
    and e.data ->> 'because' not in ('fall-off', 'sale-restored')
) h on h.company_id = r.company_id and h.property_id = r.property_id
-- Those of that day. Where a field was empty then, the first given later: filled in late, it takes figures from nobody, never from a person.
cross join lateral (
  select (array_agg(d.negotiator_id order by d.since) filter (where d.negotiator_id is not null))[1] as negotiator_id,
    (array_agg(d.progressor_id order by d.since) filter (where d.progressor_id is not null))[1] as progressor_id
  from property_day d
  where d.company_id = h.company_id and d.property_id = h.property_id and d.until > h.fee_day
) persons;
