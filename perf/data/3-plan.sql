-- The events of each property with their days, as if they continued after today; `until` is the last day that has come. Properties are
-- taken on evenly over three years, in the order of i; `bench.large` of them, evenly, belong to company 1. A step starts on the day on
-- which the previous one in its track is done. A sale takes its usual time in 6 cases of 10, two to three times that in 2, and more than a
-- year in 2. `offset 0` keeps PostgreSQL from calculating a day again for every later day.

create unlogged table bench_plan as
select i, b.company, b.company_id, b.branch_id, b.branch, created, taken, launched, agreed, memo, applied, booked, valued, approved, drafted, searched,
       back, raised, answered, surveys, survey_booked, no_survey, reported, deposits, exchanged, completed, cash, without_valuation, withdrawn_on, price,
       bench_id(created, i, 10) as property_id, bench_id(created, i, 11) as owner_id, coalesce(withdrawn_on, today) as until
from (select current_setting('bench.today')::date as today, current_setting('bench.properties')::bigint as properties,
             current_setting('bench.large')::bigint as large) given
cross join generate_series(1, properties) i
cross join lateral (
  select today - 1095 + ((i - 1) * 1095 / properties)::int as taken,
         bench_chance(i, 12) < 0.18 as cash,
         bench_chance(i, 13) < 0.03 as without_valuation,
         case when bench_chance(i, 14) < 0.55 then bench_between(i, 15, 1, 3) else 0 end as surveys,
         bench_between(i, 16, 1100, 19000) * 5000::bigint as price,
         case when bench_chance(i, 17) < 0.6 then bench_between(i, 18, 7, 13) / 10.0
              when bench_chance(i, 17) < 0.8 then bench_between(i, 18, 20, 30) / 10.0
              else bench_between(i, 18, 40, 90) / 10.0 end as pace
  offset 0) chances
cross join lateral (
  select taken::timestamp at time zone 'UTC' + interval '8 hours' + bench_between(i, 19, 0, 32400000) * interval '1 millisecond' as created,
         taken + bench_between(i, 20, 1, 14) as launched offset 0) d1
cross join lateral (select launched + (10 + 230 * bench_chance(i, 21) ^ 2)::int as agreed offset 0) d2
cross join lateral (
  select agreed + bench_between(i, 22, 0, 5) as memo,
         case when bench_chance(i, 23) < 0.15 then least(launched + bench_between(i, 24, 5, 200), agreed - 1) end as withdraws_on offset 0) d3
cross join lateral (
  select memo + (pace * bench_between(i, 25, 2, 14))::int as applied,
         memo + (pace * bench_between(i, 26, 5, 20))::int as drafted,
         case when surveys > 0 then memo + (pace * bench_between(i, 27, 2, 10))::int end as survey_booked,
         case when surveys = 0 then memo + (pace * bench_between(i, 27, 3, 14))::int end as no_survey,
         case when withdraws_on <= today then withdraws_on end as withdrawn_on offset 0) d4
cross join lateral (
  select applied + (pace * bench_between(i, 28, 3, 12))::int as booked,
         drafted + (pace * bench_between(i, 29, 3, 14))::int as searched offset 0) d5
cross join lateral (
  select booked + (pace * bench_between(i, 30, 3, 15))::int as valued,
         searched + (pace * bench_between(i, 31, 14, 28))::int as back offset 0) d6
cross join lateral (
  select valued + (pace * bench_between(i, 32, 5, 21))::int as approved,
         back + (pace * bench_between(i, 33, 3, 14))::int as raised offset 0) d7
cross join lateral (select raised + (pace * bench_between(i, 34, 7, 28))::int as answered offset 0) d8
cross join lateral (
  select greatest(answered, case when not cash then approved end, survey_booked + 30, no_survey) + bench_between(i, 35, 1, 5) as reported offset 0) d9
cross join lateral (select reported + bench_between(i, 36, 2, 10) as deposits offset 0) d10
cross join lateral (select deposits + bench_between(i, 37, 2, 14) as exchanged offset 0) d11
cross join lateral (select exchanged + bench_between(i, 38, 7, 28) as completed offset 0) d12
cross join lateral (select i * large / properties > (i - 1) * large / properties as is_large offset 0) c
join bench_branch b on b.company = case when is_large then 1 else 2 end
                   and b.branch = 1 + floor(bench_chance(i, 40) ^ 1.2 * case when is_large then 20 else 5 end)::int
order by i;
alter table bench_plan add primary key (i);
analyze bench_plan;
