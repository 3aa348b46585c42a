-- The stored state of each sale by day: one row per period, written in the transaction of each change if something differs (decision 81).
-- `since` is the London day on which a fact was known, not the day for which it counts. Forecast design, section 3.

-- One acceptance of an offer until it exchanges or falls off; `id` is the offer. A restored sale is the same sale.
create table sale (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  -- As in the current row of sale_day.
  outcome text not null check (outcome in ('open', 'exchanged', 'fell', 'cancelled', 'withdrawn', 'deleted')),
  -- The first stored day.
  known_on date not null,
  -- Changes with every change of the sale's facts: a forecast with another revision is stale.
  revision bigint not null,
  primary key (company_id, id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index sale_by_property on sale (company_id, property_id);
create index sale_by_day on sale (company_id, known_on);
create sequence sale_revision;

create table sale_day (
  company_id uuid not null,
  sale_id uuid not null,
  since date not null,
  until date not null default 'infinity' check (since < until),
  -- cancelled: the acceptance was undone, or its fall-off was removed from the list; withdrawn: the property is withdrawn.
  outcome text not null check (outcome in ('open', 'exchanged', 'fell', 'cancelled', 'withdrawn', 'deleted')),
  agreed_on date not null,
  exchanged_on date,
  branch_id uuid not null,
  progressor_id uuid,
  tenure text not null check (tenure in ('unknown', 'freehold', 'leasehold')),
  chain smallint not null check (chain between 0 and 3),
  vendor_firm uuid,
  buyer_firm uuid,
  broker uuid,
  -- Pence, without VAT.
  expected_fee bigint,
  expected_exchange date,
  offer_expires date,
  -- The last note, e-mail or conversation; completed steps count in addition.
  last_contact date,
  -- The last day on which the accepted offer was amended downwards.
  reduced_on date,
  -- An earlier sale of the property fell off because of a survey.
  survey_ended_sale boolean not null default false,
  primary key (company_id, sale_id, since),
  foreign key (company_id, sale_id) references sale (company_id, id) on delete cascade
);
create index sale_day_by_branch on sale_day (company_id, branch_id, until, since) where outcome = 'open';
create index sale_day_exchanged on sale_day (company_id, exchanged_on) where exchanged_on is not null;

create table sale_step_day (
  company_id uuid not null,
  sale_id uuid not null,
  key smallint not null,
  since date not null,
  until date not null default 'infinity' check (since < until),
  state text not null check (state in ('C', 'NS', 'IP', 'B', 'NA')),
  started_on date,
  completed_on date,
  blocked_on date,
  survey_date date,
  -- The day after which it is overdue, of a running step.
  warning_on date,
  primary key (company_id, sale_id, key, since),
  foreign key (company_id, sale_id) references sale (company_id, id) on delete cascade
);

-- A link of a sale's chain: a property of the company, or a checklist entered by hand.
create table sale_link_day (
  company_id uuid not null,
  sale_id uuid not null,
  link_id uuid not null,
  since date not null,
  until date not null default 'infinity' check (since < until),
  position smallint not null,
  property_ref uuid,
  cash boolean not null,
  -- Ticks with the day on which each was first seen; null: before daily states were stored.
  ticked jsonb not null,
  added_on date not null,
  -- When its checklist last changed.
  changed_on date not null,
  primary key (company_id, sale_id, link_id, since),
  foreign key (company_id, sale_id) references sale (company_id, id) on delete cascade
);

-- Day from which chains, firms and contacts are known. Earlier ones are unknown for companies that existed before daily states were stored.
alter table company add column forecast_known_since date;
update company set forecast_known_since = london_day(now());

-- Progress of companies whose record is still being folded into earlier days.
create table sale_fold (
  company_id uuid primary key references company (id),
  last_property uuid
);
insert into sale_fold (company_id) select id from company;

-- The days as they should now be, of accepted offers. Chain links carry what is ticked without its days.
create view sale_now as
select o.company_id, o.id as sale_id, p.id as property_id,
  case when p.deleted_on is not null or b.deleted_on is not null then 'deleted' when x.completed_on is not null then 'exchanged'
    when not p.active then 'withdrawn' else 'open' end as outcome,
  o.accepted_on as agreed_on, x.completed_on as exchanged_on, p.branch_id, p.b_staff as progressor_id, p.ownership as tenure, p.chain,
  c.vendor_firm, c.buyer_firm, c.broker, r.expected_fee, p.expected_exchange, p.mortgage_offer_expires as offer_expires,
  london_day(greatest(
    (select max(n.createdon) from note n where n.company_id = p.company_id and n.property_id = p.id),
    (select max(m.createdon) from mail m where m.company_id = p.company_id and m.property_id = p.id),
    (select max(t.at) from conversation_sale h join conversation t on t.company_id = h.company_id and t.id = h.conversation_id
     where h.company_id = p.company_id and h.property_id = p.id and t.undone_on is null))) as last_contact,
  (select london_day(max(a.createdon)) from (
     select a.createdon, a.amount < lag(a.amount) over (order by a.position) as is_less from offer_amount a
     where a.company_id = o.company_id and a.offer_id = o.id) a
   where a.is_less) as reduced_on,
  exists (select from fall_off f where f.company_id = p.company_id and f.property_id = p.id
    and f.reason_id = 'fa110ff0-0000-4000-8000-000000000006') as survey_ended_sale
from offer o
join property p on p.company_id = o.company_id and p.id = o.property_id
join branch b on b.company_id = p.company_id and b.id = p.branch_id
left join property_report r on r.company_id = p.company_id and r.property_id = p.id
left join property_step x on x.company_id = p.company_id and x.property_id = p.id and x.key = 24 and x.state = 'C'
left join lateral (
  select (max(k.contact_id::text) filter (where k.role = 'vendorSolicitor'))::uuid as vendor_firm,
    (max(k.contact_id::text) filter (where k.role = 'buyerSolicitor'))::uuid as buyer_firm,
    (max(k.contact_id::text) filter (where k.role = 'buyerBroker'))::uuid as broker
  from property_contact k where k.company_id = p.company_id and k.property_id = p.id) c on true
where o.state = 'A';

create view sale_step_now as
select o.company_id, o.id as sale_id, o.property_id, s.key, s.state, s.started_on, s.completed_on, s.blocked_on, s.survey_date,
  case when s.state in ('IP', 'B') and s.survey_date is null then coalesce(s.due_on, s.started_on + s.days_to_complete) end as warning_on
from offer o
join property_step s on s.company_id = o.company_id and s.property_id = o.property_id and s.key not between 1 and 4 and s.key <> 25
where o.state = 'A';

create view sale_link_now as
select o.company_id, o.id as sale_id, o.property_id, c.id as link_id, c.position::smallint as position, c.property_ref,
  c.property_ref is null and c.timeline ->> 'mortgageOffer' = 'Cash' as cash,
  case when c.property_ref is not null then '{}' else array(
    select t.key from jsonb_each_text(c.timeline) t
    where t.value = 'true' or (t.key = 'mortgageOffer' and t.value = 'Yes') or (t.key = 'surveyBooked' and t.value = 'Yes')) end as ticks
from offer o
join chain_item c on c.company_id = o.company_id and c.property_id = o.property_id and not c.this_property
where o.state = 'A';

-- Keeps how the sales of some properties stand from a day on, where it differs from what is kept. A row that begins on that day, or
-- after it (two processes around midnight), is changed; an earlier one ends. Sales that ended keep their last steps and links.
create function keep_sale_days(of_company uuid, of_properties uuid[], on_day date) returns void language plpgsql as $$
declare
  changed uuid[];
  more uuid[];
begin
  -- Outcome and revision are set at the end.
  insert into sale (company_id, id, property_id, outcome, known_on, revision)
  select o.company_id, o.id, o.property_id, 'open', on_day, 0
  from offer o
  where o.company_id = of_company and o.property_id = any(of_properties) and o.state = 'A'
    and not exists (select from sale s where s.company_id = o.company_id and s.id = o.id)
  on conflict do nothing;

  with wanted as materialized (
    select n.sale_id, n.outcome, n.agreed_on, n.exchanged_on, n.branch_id, n.progressor_id, n.tenure, n.chain, n.vendor_firm, n.buyer_firm,
      n.broker, n.expected_fee, n.expected_exchange, n.offer_expires, n.last_contact, n.reduced_on, n.survey_ended_sale
    from sale_now n where n.company_id = of_company and n.property_id = any(of_properties)
    union all
    select d.sale_id, case when p.deleted_on is not null then 'deleted' when exists (select from fall_off f
        where f.company_id = s.company_id and f.property_id = s.property_id and f.offer_id = s.id and f.restored_on is null)
        then 'fell' else 'cancelled' end,
      d.agreed_on, d.exchanged_on, d.branch_id, d.progressor_id, d.tenure, d.chain, d.vendor_firm, d.buyer_firm,
      d.broker, d.expected_fee, d.expected_exchange, d.offer_expires, d.last_contact, d.reduced_on, d.survey_ended_sale
    from sale s
    join property p on p.company_id = s.company_id and p.id = s.property_id
    join sale_day d on d.company_id = s.company_id and d.sale_id = s.id and d.until = 'infinity'
    where s.company_id = of_company and s.property_id = any(of_properties) and not exists (select from offer o
      where o.company_id = s.company_id and o.property_id = s.property_id and o.id = s.id and o.state = 'A')
  ), differing as materialized (
    select w.*, k.since as kept_since
    from wanted w
    left join sale_day k on k.company_id = of_company and k.sale_id = w.sale_id and k.until = 'infinity'
    where k.sale_id is null or (w.outcome, w.agreed_on, w.exchanged_on, w.branch_id, w.progressor_id, w.tenure, w.chain, w.vendor_firm,
        w.buyer_firm, w.broker, w.expected_fee, w.expected_exchange, w.offer_expires, w.last_contact, w.reduced_on, w.survey_ended_sale)
      is distinct from (k.outcome, k.agreed_on, k.exchanged_on, k.branch_id, k.progressor_id, k.tenure, k.chain, k.vendor_firm,
        k.buyer_firm, k.broker, k.expected_fee, k.expected_exchange, k.offer_expires, k.last_contact, k.reduced_on, k.survey_ended_sale)
  ), ended as (
    update sale_day k set until = on_day from differing d
    where k.company_id = of_company and k.sale_id = d.sale_id and k.until = 'infinity' and k.since < on_day
  ), written as (
    insert into sale_day (company_id, sale_id, since, outcome, agreed_on, exchanged_on, branch_id, progressor_id, tenure, chain, vendor_firm,
      buyer_firm, broker, expected_fee, expected_exchange, offer_expires, last_contact, reduced_on, survey_ended_sale)
    select of_company, sale_id, greatest(on_day, kept_since), outcome, agreed_on, exchanged_on, branch_id, progressor_id, tenure, chain,
      vendor_firm, buyer_firm, broker, expected_fee, expected_exchange, offer_expires, last_contact, reduced_on, survey_ended_sale
    from differing
    on conflict (company_id, sale_id, since) do update set outcome = excluded.outcome, agreed_on = excluded.agreed_on,
      exchanged_on = excluded.exchanged_on, branch_id = excluded.branch_id, progressor_id = excluded.progressor_id,
      tenure = excluded.tenure, chain = excluded.chain, vendor_firm = excluded.vendor_firm, buyer_firm = excluded.buyer_firm,
      broker = excluded.broker, expected_fee = excluded.expected_fee, expected_exchange = excluded.expected_exchange,
      offer_expires = excluded.offer_expires, last_contact = excluded.last_contact, reduced_on = excluded.reduced_on,
      survey_ended_sale = excluded.survey_ended_sale
  )
  select array_agg(sale_id) into changed from differing;

  with wanted as materialized (
    select n.sale_id, n.key, n.state, n.started_on, n.completed_on, n.blocked_on, n.survey_date, n.warning_on
    from sale_step_now n where n.company_id = of_company and n.property_id = any(of_properties)
  ), differing as materialized (
    select coalesce(w.sale_id, k.sale_id) as sale_id, coalesce(w.key, k.key) as key, w.state, w.started_on, w.completed_on, w.blocked_on,
      w.survey_date, w.warning_on, k.since as kept_since
    from wanted w
    full join (select k.* from sale_step_day k where k.company_id = of_company and k.until = 'infinity'
        and k.sale_id in (select sale_id from wanted)) k
      on k.sale_id = w.sale_id and k.key = w.key
    where (w.state, w.started_on, w.completed_on, w.blocked_on, w.survey_date, w.warning_on)
      is distinct from (k.state, k.started_on, k.completed_on, k.blocked_on, k.survey_date, k.warning_on)
  ), ended as (
    update sale_step_day k set until = on_day from differing d
    where k.company_id = of_company and k.sale_id = d.sale_id and k.key = d.key and k.until = 'infinity' and k.since < on_day
  ), removed as (
    delete from sale_step_day k using differing d
    where d.state is null and k.company_id = of_company and k.sale_id = d.sale_id and k.key = d.key and k.until = 'infinity'
      and k.since >= on_day
  ), written as (
    insert into sale_step_day (company_id, sale_id, key, since, state, started_on, completed_on, blocked_on, survey_date, warning_on)
    select of_company, sale_id, key, greatest(on_day, kept_since), state, started_on, completed_on, blocked_on, survey_date, warning_on
    from differing where state is not null
    on conflict (company_id, sale_id, key, since) do update set until = 'infinity', state = excluded.state,
      started_on = excluded.started_on, completed_on = excluded.completed_on, blocked_on = excluded.blocked_on,
      survey_date = excluded.survey_date, warning_on = excluded.warning_on
  )
  select array_agg(distinct sale_id) into more from differing;
  changed := changed || more;

  with wanted as materialized (
    select n.sale_id, n.link_id, n.position, n.property_ref, n.cash, k.since as kept_since,
      coalesce((select jsonb_object_agg(t.tick, case when k.ticked ? t.tick then k.ticked -> t.tick else to_jsonb(on_day) end)
        from unnest(n.ticks) as t (tick)), '{}') as ticked,
      coalesce(k.added_on, on_day) as added_on, k.ticked as kept_ticked, k.cash as kept_cash, k.changed_on as kept_changed_on,
      k.position as kept_position, k.property_ref as kept_ref
    from sale_link_now n
    left join sale_link_day k on k.company_id = of_company and k.sale_id = n.sale_id and k.link_id = n.link_id and k.until = 'infinity'
    where n.company_id = of_company and n.property_id = any(of_properties)
  ), differing as materialized (
    select sale_id, link_id, position, property_ref, cash, ticked, added_on, kept_since,
      case when (ticked, cash) is distinct from (kept_ticked, kept_cash) then on_day else kept_changed_on end as changed_on
    from wanted
    where (position, property_ref, cash, ticked) is distinct from (kept_position, kept_ref, kept_cash, kept_ticked)
    union all
    select k.sale_id, k.link_id, null, null, null, null, null, k.since, null
    from offer o
    join sale_link_day k on k.company_id = of_company and k.sale_id = o.id and k.until = 'infinity'
    where o.company_id = of_company and o.property_id = any(of_properties) and o.state = 'A'
      and not exists (select from wanted w where w.sale_id = k.sale_id and w.link_id = k.link_id)
  ), ended as (
    update sale_link_day k set until = on_day from differing d
    where k.company_id = of_company and k.sale_id = d.sale_id and k.link_id = d.link_id and k.until = 'infinity' and k.since < on_day
  ), removed as (
    delete from sale_link_day k using differing d
    where d.position is null and k.company_id = of_company and k.sale_id = d.sale_id and k.link_id = d.link_id and k.until = 'infinity'
      and k.since >= on_day
  ), written as (
    insert into sale_link_day (company_id, sale_id, link_id, since, position, property_ref, cash, ticked, added_on, changed_on)
    select of_company, sale_id, link_id, greatest(on_day, kept_since), position, property_ref, cash, ticked, added_on, changed_on
    from differing where position is not null
    on conflict (company_id, sale_id, link_id, since) do update set until = 'infinity', position = excluded.position,
      property_ref = excluded.property_ref, cash = excluded.cash, ticked = excluded.ticked, added_on = excluded.added_on,
      changed_on = excluded.changed_on
  )
  select array_agg(distinct sale_id) into more from differing;
  changed := changed || more;

  if cardinality(changed) > 0 then
    update sale s set revision = nextval('sale_revision'), outcome = d.outcome
    from sale_day d
    where s.company_id = of_company and s.id = any(changed)
      and d.company_id = s.company_id and d.sale_id = s.id and d.until = 'infinity';
  end if;
end $$;

-- As at the day of the migration: chains and firms as they are, ticks without their days.
do $$
declare
  part record;
begin
  for part in
    select company_id, array_agg(property_id) as properties
    from (select company_id, property_id, row_number() over (partition by company_id order by property_id) / 500 as nth
      from offer where state = 'A') o
    group by company_id, nth
  loop
    perform keep_sale_days(part.company_id, part.properties, london_day(now()));
  end loop;
end $$;
update sale_link_day l set added_on = d.agreed_on, changed_on = case when l.ticked = '{}' then d.agreed_on else l.changed_on end,
  ticked = coalesce((select jsonb_object_agg(t.key, null) from jsonb_each(l.ticked) t), '{}')
from sale_day d
where d.company_id = l.company_id and d.sale_id = l.sale_id and d.until = 'infinity' and d.agreed_on <= l.since;
