-- The days of sales, as the app would have stored them: each step on the days on which it started and was completed, everything else since
-- the acceptance. The product has derived today's state only.
truncate sale, sale_day, sale_step_day, sale_link_day;

insert into sale (company_id, id, property_id, outcome, known_on, revision)
select company_id, sale_id, property_id, outcome, agreed_on, nextval('sale_revision') from sale_now;

insert into sale_day (company_id, sale_id, since, until, outcome, agreed_on, exchanged_on, branch_id, progressor_id, tenure, chain,
  vendor_firm, buyer_firm, broker, expected_fee, expected_exchange, offer_expires, last_contact, reduced_on, survey_ended_sale)
select n.company_id, n.sale_id, d.since, d.until, case when d.until = 'infinity' then n.outcome else 'open' end, n.agreed_on,
  case when d.until = 'infinity' then n.exchanged_on end, n.branch_id, n.progressor_id, n.tenure, n.chain, n.vendor_firm, n.buyer_firm, n.broker,
  n.expected_fee, n.expected_exchange, n.offer_expires, case when d.until = 'infinity' then n.last_contact end, n.reduced_on, n.survey_ended_sale
from sale_now n
cross join lateral (
  select n.agreed_on as since, coalesce(n.exchanged_on, 'infinity') as until where n.exchanged_on is null or n.exchanged_on > n.agreed_on
  union all select n.exchanged_on, 'infinity' where n.exchanged_on is not null
) d;

insert into sale_step_day (company_id, sale_id, key, since, until, state, started_on, completed_on, blocked_on, survey_date, warning_on)
select s.company_id, s.sale_id, s.key, d.since, d.until, case when d.state = 'now' then s.state else d.state end,
  case when d.state in ('now', 'IP') then s.started_on end, case when d.state = 'now' then s.completed_on end,
  case when d.state = 'now' then s.blocked_on end, s.survey_date, case when d.state = 'now' then s.warning_on end
from sale_step_now s
join sale a on a.company_id = s.company_id and a.id = s.sale_id
cross join lateral (
  select greatest(a.known_on, coalesce(s.started_on, a.known_on)) as begun,
    greatest(a.known_on, coalesce(s.completed_on, s.blocked_on, s.started_on, a.known_on)) as done
) t
cross join lateral (
  select a.known_on as since, t.begun as until, 'NS' as state where t.begun > a.known_on
  union all select t.begun, t.done, 'IP' where t.done > t.begun
  union all select t.done, 'infinity', 'now'
) d;

insert into sale_link_day (company_id, sale_id, link_id, since, position, property_ref, cash, ticked, added_on, changed_on)
select l.company_id, l.sale_id, l.link_id, a.known_on, l.position, l.property_ref, l.cash,
  coalesce((select jsonb_object_agg(t.tick, a.known_on) from unnest(l.ticks) as t (tick)), '{}'), a.known_on, a.known_on
from sale_link_now l
join sale a on a.company_id = l.company_id and a.id = l.sale_id;
