-- Dashboard data of the half-year before today: the state of each property on every day, as if daily states had been stored since then and
-- not before, and the counted entries of the record. The past is derived from the tables above: a step was open from its start to its
-- completion. The product derives today's state afterwards.

create unlogged table bench_kept as select current_setting('bench.today')::date - 183 as since;

-- One sale in seven that took long to be agreed had an earlier buyer who withdrew; one in ten of those was restored for a while.
create unlogged table bench_fall as
select i, company_id, property_id, launched + 12 as agreed, launched + 40 as fell, bench_chance(i, 301) < 0.1 as came_back
from bench_plan where agreed - launched > 60 and launched + 60 <= until and bench_chance(i, 300) < 0.15;

-- The steps that were open at that time; a few of those that are done now were delayed.
create unlogged table bench_open as
select p.i, s.key, s.state, s.started_on, s.completed_on, s.survey_date, s.survey_awaiting_reports,
       s.state = 'B' or s.state = 'C' and bench_chance(p.i * 40 + s.key, 302) < 0.04 as blocked,
       coalesce(s.survey_date, case when s.key = 25 then r.completion_date end, s.started_on + s.days_to_complete) as last_day
from bench_plan p
join property r on r.company_id = p.company_id and r.id = p.property_id
join property_step s on s.company_id = p.company_id and s.property_id = p.property_id
where s.started_on is not null and (s.completed_on is null or s.completed_on >= (select since from bench_kept));
create index on bench_open (i);

-- The days on which something may have changed.
create unlogged table bench_day as
select p.i, c.day
from bench_plan p
cross join bench_kept k
join (
  select i, started_on as day from bench_open
  union select i, completed_on from bench_open
  union select i, survey_date + 1 from bench_open where survey_awaiting_reports
  union select i, agreed from bench_plan
  union select i, withdrawn_on from bench_plan
  union select i, agreed from bench_fall
  union select i, fell from bench_fall
  union select p.i, a.effective_date from bench_plan p join asking_price a on a.company_id = p.company_id and a.property_id = p.property_id
  union select p.i, r.notice_given from bench_plan p join property r on r.company_id = p.company_id and r.id = p.property_id
) c on c.i = p.i and c.day between greatest(p.taken, k.since) and p.until
union
select i, greatest(taken, since) from bench_plan cross join bench_kept;
analyze bench_fall, bench_open, bench_day;

create unlogged table bench_steps_of_day as
select d.i, d.day,
       min(o.last_day) as first, min(o.last_day) filter (where o.key between 31 and 35) as legal,
       min(o.last_day) filter (where o.key between 26 and 29) as financial, min(o.survey_date) as survey,
       bool_or(o.survey_awaiting_reports and o.survey_date < d.day) as awaits,
       bool_or(o.blocked and o.key between 31 and 35) as legal_blocked, bool_or(o.blocked and o.key between 26 and 29) as financial_blocked,
       bool_or(o.blocked) as any_blocked
from bench_day d
join bench_plan p on p.i = d.i and (p.withdrawn_on is null or d.day < p.withdrawn_on)
join bench_open o on o.i = d.i and o.started_on <= d.day and (o.completed_on is null or o.completed_on > d.day)
group by 1, 2;

create unlogged table bench_stood as
select d.i, d.day, p.company_id, p.property_id, r.branch_id,
       case when p.withdrawn_on <= t.came then 'withdrawn' when p.completed <= t.came then 'completed' when p.exchanged <= t.came then 'exchanged'
            when p.agreed <= t.came or t.came >= f.agreed and t.came < f.fell then 'sold' when p.launched <= t.came then 'forSale' else 'preForSale' end as phase,
       case when p.agreed between t.came + 1 and p.until then 3 else r.chain end as chain, asking.price as asking_price,
       expected_fee(r.agency_fee_type, r.agency_fee, r.agency_fee_percent, case when p.agreed <= t.came then r.agreed_price else asking.price end,
         case when b.use_branch_deduction then b.fee_deduction else c.fee_deduction end) as expected_fee,
       r.c_signed_end_date as contract_end,
       case when r.notice_given <= t.came then r.notice_given end as notice_given, case when r.notice_given <= t.came then r.notice_end end as notice_end,
       case when p.exchanged <= t.came then r.completion_date end as completion_date,
       r.negotiator_id, r.b_staff as progressor_id, s.first, s.legal, s.financial, s.survey, coalesce(s.awaits, false) as awaits,
       coalesce(s.legal_blocked, false) as legal_blocked, coalesce(s.financial_blocked, false) as financial_blocked, coalesce(s.any_blocked, false) as any_blocked
from bench_day d
join bench_plan p using (i)
-- Properties withdrawn before daily states were stored keep that state.
cross join lateral (select least(d.day, p.until) as came) t
join property r on r.company_id = p.company_id and r.id = p.property_id
join branch b on b.company_id = r.company_id and b.id = r.branch_id
join company c on c.id = r.company_id
left join bench_fall f using (i)
left join bench_steps_of_day s using (i, day)
left join lateral (select price from asking_price a where a.company_id = p.company_id and a.property_id = p.property_id and a.effective_date <= t.came
                   order by effective_date desc, createdon desc, id desc limit 1) asking on true;

call bench_lay_aside('property_day');

-- In the order of writing: day by day.
insert into property_day (company_id, property_id, since, until, branch_id, phase, chain, asking_price, expected_fee, contract_end, notice_given, notice_end,
  completion_date, vendor_solicitor, vendor_broker, first_warning, legal_warning, financial_warning, survey_warning, survey_awaits_report, legal_blocked,
  financial_blocked, any_blocked, negotiator_id, progressor_id)
select company_id, property_id, day, coalesce(lead(day) over (partition by i order by day), 'infinity'), branch_id, phase, chain, asking_price, expected_fee,
       contract_end, notice_given, notice_end, completion_date, false, false, first, legal, financial, survey, awaits, legal_blocked, financial_blocked, any_blocked,
       negotiator_id, progressor_id
from (
  select *, to_jsonb(s) - 'day' is distinct from lag(to_jsonb(s) - 'day') over (partition by i order by day) as differs from bench_stood s
) s
where differs
order by day, i;

call bench_put_back('property_day');

insert into relaunch (company_id, id, property_id, relaunched_on, createdon)
select company_id, bench_id(created, i, 310), property_id, launched + 50, created
from bench_plan where launched + 50 < least(agreed, until) and bench_chance(i, 311) < 0.3;

-- The record: every step started and completed, a few completed by mistake and reverted; sales agreed, fallen off and restored;
-- withdrawals. A real record contains other changes as well, which the dashboard does not read.
call bench_lay_aside('event');

insert into event (company_id, id, property_id, user_id, at, kind, data)
select company_id, bench_id(at, i * 1000 + nth, 320), property_id, null, at, kind, data
from (
  select e.*, p.company_id, p.property_id, row_number() over (partition by i order by day, place) as nth,
         day::timestamp at time zone 'UTC' + interval '9 hours' + place * interval '1 minute' as at
  from (
    select o.i, step.day, o.key * 4 + step.place as place, 'step-changed' as kind,
           jsonb_build_object('key', o.key, 'from', step.was, 'to', step.became, 'on', step.day, 'because', step.because, 'becauseOf', '[]'::jsonb) as data
    from bench_open o
    cross join lateral (
      select o.started_on as day, 0 as place, case when o.survey_date is null then 'NS' end as was, case when o.blocked then 'B' else 'IP' end as became,
             case when o.survey_date is null then 'previous-step-completed' else 'requested' end as because
      union all select o.completed_on, 1, case when o.blocked then 'B' else 'IP' end, 'C', 'requested' where o.state = 'C'
      union all select o.completed_on, 2, 'C', 'IP', 'requested' where o.state = 'C' and bench_chance(o.i * 40 + o.key, 321) < 0.02
      union all select o.completed_on, 3, 'IP', 'C', 'requested' where o.state = 'C' and bench_chance(o.i * 40 + o.key, 321) < 0.02
    ) step
    union all
    select p.i, p.agreed, 0, 'offer-accepted',
           jsonb_build_object('offerId', p.property_id, 'name', r.buyer_name, 'amount', r.agreed_price, 'on', p.agreed, 'cashBuy', p.cash)
    from bench_plan p join property r on r.company_id = p.company_id and r.id = p.property_id
    where p.agreed <= p.until
    union all
    select i, f.agreed, 0, 'offer-accepted',
           jsonb_build_object('offerId', property_id, 'name', 'Hopeful Anvil', 'amount', p.price, 'on', f.agreed, 'cashBuy', false)
    from bench_fall f join bench_plan p using (i, company_id, property_id)
    union all
    select i, fell, 0, 'fall-off', '{}' from bench_fall
    union all
    select i, fell - 9, 0, 'fall-off', '{}' from bench_fall where came_back
    union all
    select i, fell - 6, 0, 'sale-restored', '{}' from bench_fall where came_back
    union all
    select i, withdrawn_on, 0, 'withdrawn', '{}' from bench_plan where withdrawn_on is not null
  ) e
  join bench_plan p using (i)
  where e.day between (select since from bench_kept) and p.until
) e
order by at, i;

call bench_put_back('event');
-- Benchmarks measure saves and lists, not the sealing of millions of generated entries.
truncate event_unsealed;

drop table bench_steps_of_day, bench_stood, bench_day, bench_open, bench_fall, bench_kept, bench_branch, bench_step;
