-- The nineteen steps of every property, and its booked surveys: each is done, in progress (sometimes blocked), not started or not
-- applicable, according to the days of the plan.

call bench_lay_aside('property_step');

insert into property_step (company_id, property_id, key, state, title, days_to_complete, started_on, completed_on, blocked_on,
  was_auto_set_to_in_progress, because, actioned, survey_date, survey_reference, survey_awaiting_reports, updated_on)
select company_id, property_id, s.key, state, d.title, d.days,
       case when state in ('C', 'IP', 'B') then starts end,
       case when state = 'C' then done end,
       case when state = 'B' then starts end,
       state = 'IP' and s.survey_date is null,
       case when state = 'IP' then '{"kind": "previous-step-completed", "steps": []}' when state in ('C', 'B') then '{"kind": "requested", "steps": []}' end::jsonb,
       state in ('C', 'B'), s.survey_date, case when s.survey_date is not null then '' end,
       case when s.survey_date is not null then state = 'IP' and s.survey_date < until and bench_chance(i, 200) < 0.5 end,
       case when state = 'C' then done when state in ('IP', 'B') then starts when cash and s.key between 26 and 29 then agreed end::timestamp at time zone 'UTC'
         + interval '9 hours' + bench_between(i * 40 + s.key, 201, 0, 28800000) * interval '1 millisecond'
from bench_plan
cross join lateral (
  values (1, taken, taken, false, null::date), (2, taken, launched, false, null), (3, launched, agreed, false, null), (4, agreed, agreed, false, null),
         (30, agreed, memo, false, null), (26, memo, applied, cash and agreed <= until, null), (27, applied, booked, without_valuation or cash and agreed <= until, null),
         (28, booked, valued, cash and agreed <= until, null), (29, valued, approved, cash and agreed <= until, null),
         (31, memo, drafted, false, null), (32, drafted, searched, false, null), (33, searched, back, false, null), (34, back, raised, false, null),
         (35, raised, answered, false, null), (36, memo, no_survey, coalesce(survey_booked <= until, false), null),
         (22, reported - 1, reported, false, null), (23, reported, deposits, false, null), (24, deposits, exchanged, false, null), (25, exchanged, completed, false, null)
  union all
  select 5 + (bench_between(i, 202, 0, 16) + n * 5) % 17, survey_booked, survey_booked + bench_between(i * 5 + n, 203, 8, 30),
         bench_chance(i * 5 + n, 204) < 0.02, survey_booked + bench_between(i * 5 + n, 205, 3, 14)
  from generate_series(1, surveys) n where survey_booked <= until
) s (key, starts, done, not_applicable, survey_date)
cross join lateral (
  select case when not_applicable then 'NA' when done <= until then 'C' when starts > until then 'NS' when bench_chance(i * 40 + s.key, 206) < 0.04 then 'B' else 'IP' end as state) t
join bench_step d using (key)
order by i, s.key;

call bench_put_back('property_step');
