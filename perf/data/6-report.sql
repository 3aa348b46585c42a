-- The derived rows, created in bulk from the tables above: `reportRowOf` derives them for one property at a time. The bench compares a
-- sample of both before it measures.

create function bench_share(pence bigint, numerator bigint, denominator bigint) returns bigint language sql immutable parallel safe
  return (2 * pence * numerator + denominator) / (2 * denominator);
create function bench_instant(at timestamptz) returns text language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

analyze property, property_step;

create unlogged table bench_due as
select s.company_id, s.property_id, s.key, s.state, s.completed_on, s.updated_on, d.report_place, d.display_place, s.survey_date, s.survey_awaiting_reports,
       case when s.state not in ('IP', 'B') then null
            when s.survey_date is not null then s.survey_date
            when s.key = 25 and p.completion_date is not null and exchanged.state = 'C' then p.completion_date
            else s.started_on + s.days_to_complete end as warning_date
from property_step s
join property p on p.company_id = s.company_id and p.id = s.property_id
join bench_step d using (key)
join property_step exchanged on exchanged.company_id = s.company_id and exchanged.property_id = s.property_id and exchanged.key = 24;

create unlogged table bench_timeline as
select company_id, property_id,
       -- Formatted like JSON.stringify, without spaces, because the size of a row is part of the measurement.
       ('[' || string_agg(format('{"key":%s,"state":"%s","completedOn":%s,"warningDate":%s,"updatedOn":%s}', key, state,
           coalesce(to_json(completed_on), 'null'), coalesce(to_json(warning_date), 'null'), coalesce(to_json(bench_instant(updated_on)), 'null')),
         ',' order by report_place) filter (where report_place is not null) || ']')::json as steps,
       coalesce(array_agg(warning_date order by warning_date) filter (where warning_date is not null), '{}') as warning_dates,
       count(*) filter (where key > 3 and state = 'C') as complete,
       count(*) filter (where key > 3 and state <> 'NA') as applicable,
       coalesce(max(report_place) filter (where state = 'C'), 0) as furthest,
       bool_or(key = 2 and state = 'C') as launched, bool_or(key = 24 and state = 'C') as exchanged, bool_or(key = 25 and state = 'C') as completed,
       bool_or(key = 36 and state = 'C') as no_survey,
       count(*) filter (where survey_date is not null and state <> 'NA') as booked,
       count(*) filter (where survey_date is not null and state = 'C') as surveyed,
       max(updated_on) filter (where survey_date is not null and state <> 'NA') as surveys_updated,
       min(warning_date) filter (where survey_date is not null) as next_survey,
       ('[' || coalesce(string_agg(format('{"key":%s,"state":"%s","date":%s,"awaitingReports":%s,"updatedOn":%s}', key, state,
           coalesce(to_json(warning_date), 'null'), to_json(coalesce(survey_awaiting_reports, false)), coalesce(to_json(bench_instant(updated_on)), 'null')),
         ',' order by display_place) filter (where state in ('IP', 'B')), '') || ']')::json as open_steps,
       min(warning_date) filter (where not coalesce(survey_awaiting_reports, false)) as first_red,
       bool_or(state = 'B') as delayed, bool_or(state in ('IP', 'B') and coalesce(survey_awaiting_reports, false)) as awaiting_reports,
       (max(updated_on) at time zone 'Europe/London')::date as last_step_on,
       array_agg(completed_on order by key) filter (where key between 22 and 35) as step_dates,
       max(completed_on) filter (where key = 6) as mortgage_valuations
from bench_due group by company_id, property_id;
alter table bench_timeline add primary key (company_id, property_id);
drop table bench_due;
analyze bench_timeline, property, offer, asking_price, viewing, app_user;

call bench_lay_aside('property_report');

insert into property_report
  (company_id, property_id, branch_id, active, phase, chain, taken_on, b_staff, negotiator_id, line1, postcode, address_sort, offer_accepted, contract_end, notice_given,
   notice_end, asking_price, agreed_price, agency_fee_percent, agency_fee, expected_fee, fee_estimate, progress, furthest_step, steps_complete,
   steps_applicable, surveys_sort, warning_dates, first_warning, ownership, viewings, offers, pending_offers, version, setup_warnings, search_text, steps, surveys,
   sold, first_red, open_steps, delayed, awaiting_reports, last_step_on, contradicts_until, completion_date,
   step_6, step_22, step_23, step_24, step_25, step_26, step_27, step_28, step_29, step_30, step_31, step_32, step_33, step_34, step_35)
select p.company_id, p.id, p.branch_id, p.active,
       case when not p.active then 'withdrawn' when t.completed then 'completed' when t.exchanged then 'exchanged' when accepted.id is not null then 'sold'
            when t.launched then 'forSale' else 'preForSale' end,
       p.chain, (p.createdon at time zone 'Europe/London')::date, p.b_staff, p.negotiator_id, p.line1, p.postcode,
       -- Numbers padded to six digits, as people read addresses; the data has no more than two in a line.
       (select string_agg(case when word ~ '^\d+$' then lpad(word, 6, '0') else word end, '' order by n)
        from regexp_matches(lower(p.line1), '\d+|\D+', 'g') with ordinality as words (found, n), unnest(found) word),
       accepted.accepted_on, p.c_signed_end_date, p.notice_given, p.notice_end, asking.price, p.agreed_price,
       case when p.agency_fee_type = 0 then p.agency_fee_percent when gross <= base.price and base.price > 0 then bench_share(gross, 100000, base.price) end,
       gross, expected_fee(p.agency_fee_type, p.agency_fee, p.agency_fee_percent, base.price, case when b.use_branch_deduction then b.fee_deduction else c.fee_deduction end),
       p.agreed_price is null,
       case when t.applicable = 0 then 0 else floor(1000 * (t.complete::float8 / t.applicable) + 0.5) end, t.furthest, t.complete, t.applicable,
       t.next_survey, warnings.dates, warnings.dates[1], p.ownership,
       (select count(*) from viewing v where v.company_id = p.company_id and v.property_id = p.id), offers.total, offers.pending, p.version,
       -- This data has no contacts.
       case when p.active and not t.completed and not t.exchanged and (accepted.id is not null or t.launched)
            then array_remove(array[case when p.ownership = 'leasehold' and p.leasehold_pack_sent <> 'yes' then 'leaseholdPack' end,
              'vendorSolicitor', 'vendorBroker'], null) else '{}' end,
       search_fold(concat_ws(' ', p.line1, nullif(p.line2, ''), nullif(p.town, ''), p.postcode, replace(p.postcode, ' ', ''), o.first_name || ' ' || o.last_name,
         nullif(p.buyer_name, ''), accepted.name)),
       t.steps,
       json_build_object('cell', case when t.no_survey then 'not-applicable' when t.booked = 0 then 'nothing' when t.surveyed > 0 then 'ratio' else 'date' end,
         'booked', t.booked, 'done', t.surveyed, 'updatedOn', bench_instant(t.surveys_updated)),
       accepted.id is not null, case when p.active then t.first_red end, t.open_steps, t.delayed, t.awaiting_reports, t.last_step_on,
       -- As in migration 0035; every sale of this data has the step Exchanged.
       case when (t.exchanged or t.completed) and (accepted.accepted_on is null or p.completion_date is null)
              or t.completed and not t.exchanged
              or least(step_dates[3], step_dates[4], p.completion_date) < accepted.accepted_on
              or step_dates[3] > p.completion_date or step_dates[3] > step_dates[4] then 'infinity'::date
            when t.completed then p.completion_date end,
       p.completion_date,
       t.mortgage_valuations, step_dates[1], step_dates[2], step_dates[3], step_dates[4], step_dates[5], step_dates[6], step_dates[7], step_dates[8], step_dates[9],
       step_dates[10], step_dates[11], step_dates[12], step_dates[13], step_dates[14]
from property p
join bench_timeline t on t.company_id = p.company_id and t.property_id = p.id
join company c on c.id = p.company_id
join branch b on b.company_id = p.company_id and b.id = p.branch_id
join app_user o on o.id = p.owner_id
left join offer accepted on accepted.company_id = p.company_id and accepted.property_id = p.id and accepted.state = 'A'
cross join lateral (select count(*) as total, count(*) filter (where state = 'P') as pending from offer f where f.company_id = p.company_id and f.property_id = p.id) offers
left join lateral (select price from asking_price a where a.company_id = p.company_id and a.property_id = p.id
                   order by effective_date desc, createdon desc, id desc limit 1) asking on true
-- A withdrawn property has no warnings.
cross join lateral (select case when p.active then t.warning_dates else '{}' end as dates) warnings
cross join lateral (select coalesce(p.agreed_price, asking.price) as price) base
cross join lateral (select case when p.agency_fee_type = 1 then p.agency_fee else bench_share(base.price, p.agency_fee_percent, 100000) end as gross) fee
order by p.createdon;

call bench_put_back('property_report');

-- As the job `merge-counts` would leave them.
with gone as (delete from property_count returning *)
insert into property_count
select company_id, branch_id, phase, chain, ownership, taken_in, sum(properties) from gone group by 1, 2, 3, 4, 5, 6 having sum(properties) <> 0;

drop table bench_timeline;
