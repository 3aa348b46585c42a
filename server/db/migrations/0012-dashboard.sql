-- Data of the management dashboard: the state of each property at the end of every day, and events with their day.

-- The state of a property from one London day (inclusive) to another (exclusive). Derived in the same transaction as the row for lists. A
-- change on a later day closes the row and opens the next; a change on the same day updates it. The state at the end of any past day is
-- therefore stable.
create table property_day (
  company_id uuid not null,
  property_id uuid not null,
  since date not null,
  until date not null default 'infinity',
  branch_id uuid not null,
  phase text not null,
  chain smallint not null,
  asking_price bigint,
  expected_fee bigint,
  contract_end date,
  notice_given date,
  notice_end date,
  completion_date date,
  vendor_solicitor boolean not null,
  vendor_broker boolean not null,
  -- The earliest last day of an open step, by track: overdue once it has passed. None while the property is withdrawn.
  first_warning date,
  legal_warning date,
  financial_warning date,
  survey_warning date,
  survey_awaits_report boolean not null,
  legal_blocked boolean not null,
  financial_blocked boolean not null,
  any_blocked boolean not null,
  primary key (company_id, property_id, since),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade,
  constraint a_day_at_least check (since < until)
);
create unique index property_day_now on property_day (company_id, property_id) where until = 'infinity';
create index property_day_by_branch on property_day (company_id, branch_id, until, since);
create index property_day_by_company on property_day (company_id, until, since);

-- Companies that existed before daily states were stored: nothing is known of earlier days.
alter table company add column days_kept_since date;
update company set days_kept_since = (now() at time zone 'Europe/London')::date;

insert into property_day
select r.company_id, r.property_id, (now() at time zone 'Europe/London')::date, 'infinity', r.branch_id, r.phase, r.chain,
  r.asking_price, r.expected_fee, r.contract_end, r.notice_given, r.notice_end, p.completion_date,
  exists (select from property_contact x where x.company_id = r.company_id and x.property_id = r.property_id and x.role = 'vendorSolicitor'),
  exists (select from property_contact x where x.company_id = r.company_id and x.property_id = r.property_id and x.role = 'vendorBroker'),
  r.first_warning, w.legal, w.financial, w.survey, coalesce(w.awaits, false),
  coalesce(w.legal_blocked, false), coalesce(w.financial_blocked, false), coalesce(w.blocked, false)
from property_report r
join property p on p.company_id = r.company_id and p.id = r.property_id
left join lateral (
  select
    min(s.started_on + s.days_to_complete) filter (where s.key between 31 and 35) as legal,
    min(s.started_on + s.days_to_complete) filter (where s.key between 26 and 29) as financial,
    min(s.survey_date) as survey,
    bool_or(s.survey_awaiting_reports) filter (where s.key between 5 and 21) as awaits,
    bool_or(s.state = 'B') filter (where s.key between 31 and 35) as legal_blocked,
    bool_or(s.state = 'B') filter (where s.key between 26 and 29) as financial_blocked,
    bool_or(s.state = 'B') as blocked
  from property_step s
  where s.company_id = r.company_id and s.property_id = r.property_id and s.state in ('IP', 'B') and r.active
) w on true;

-- The day an entry of the record counts for: the one it names, else the London day on which it was written.
create function day_named(data jsonb) returns date language sql immutable parallel safe as
$$ select make_date(left(data ->> 'on', 4)::int, substr(data ->> 'on', 6, 2)::int, substr(data ->> 'on', 9, 2)::int) $$;
create function london_day(at timestamptz) returns date language sql immutable parallel safe as
$$ select (at at time zone 'Europe/London')::date $$;

create index event_by_day on event (company_id, kind, (coalesce(day_named(data), london_day(at))))
  where kind in ('withdrawn', 'offer-accepted', 'fall-off', 'sale-restored', 'step-changed');
create index viewing_by_day on viewing (company_id, viewed_on);
create index offer_by_day on offer (company_id, made_on);
create index relaunch_by_day on relaunch (company_id, relaunched_on);
create index asking_price_by_day on asking_price (company_id, effective_date);

-- Events of properties, each with its day. `fee_day` is the day at whose end its fee is read.
create view property_happening as
select company_id, property_id, property_id as id, 'taken-on' as what, null::int as step, taken_on as on_day, taken_on as fee_day,
  null::bigint as amount, null::bigint as first_price, null::boolean as cash
from property_report
union all
select company_id, property_id, id, 'viewing', null, viewed_on, viewed_on, null, null, null from viewing
union all
select company_id, property_id, id, 'offer', null, made_on, made_on, amount, null, null from offer
union all
select company_id, property_id, id, 'relaunch', null, relaunched_on, relaunched_on, null, null, null from relaunch
union all
select a.company_id, a.property_id, a.id, 'price-deduction', null, a.effective_date, a.effective_date, a.price, null, null
from asking_price a
where a.price < (
  select b.price from asking_price b
  where b.company_id = a.company_id and b.property_id = a.property_id
    and (b.effective_date, b.createdon, b.id) < (a.effective_date, a.createdon, a.id)
  order by b.effective_date desc, b.createdon desc, b.id desc limit 1)
union all
select e.company_id, e.property_id, e.id, e.kind, null, coalesce(day_named(e.data), london_day(e.at)),
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
select e.company_id, e.property_id, e.id, 'step-done', (e.data ->> 'key')::int, coalesce(day_named(e.data), london_day(e.at)),
  london_day(e.at), null, null, null
from event e
where e.kind = 'step-changed' and e.data ->> 'to' = 'C'
  and e.data ->> 'because' not in ('fall-off', 'sale-restored', 'cash-buy-ended')
  and (
    select n.data ->> 'from' = 'C' and n.data ->> 'because' not in ('fall-off', 'sale-restored', 'cash-buyer', 'cash-buy-ended')
    from event n
    where n.company_id = e.company_id and n.property_id = e.property_id and n.kind = 'step-changed'
      and n.data ->> 'key' = e.data ->> 'key' and (n.at, n.id) > (e.at, e.id)
    order by n.at, n.id limit 1) is not true
union all
select e.company_id, e.property_id, e.id, 'survey-booked', (e.data ->> 'key')::int, coalesce(day_named(e.data), london_day(e.at)),
  london_day(e.at), null, null, null
from event e
where e.kind = 'step-changed' and e.data ->> 'from' is null and (e.data ->> 'key')::int between 5 and 21
  and e.data ->> 'because' not in ('fall-off', 'sale-restored');
