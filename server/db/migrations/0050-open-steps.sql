-- The open steps are stored in the derived row, because the most urgent of them depends on the day of reading. As
-- domain/features/timeline/due.ts derives them at every save.
alter table property_report
  add column open_steps json not null default '[]',
  add column delayed boolean not null default false,
  add column awaiting_reports boolean not null default false,
  add column last_step_on date;

with step as (
  select s.company_id, s.property_id, s.key, s.state, s.updated_on, coalesce(s.survey_awaiting_reports, false) as awaits,
    case when s.survey_date is not null then s.survey_date
      when s.key = 25 and e.key is not null and p.completion_date is not null then p.completion_date
      else s.started_on + s.days_to_complete end as due
  from property_step s
  join property p on p.company_id = s.company_id and p.id = s.property_id
  left join property_step e on e.company_id = s.company_id and e.property_id = s.property_id and e.key = 24 and e.state = 'C'
), found as (
  select company_id, property_id,
    coalesce(json_agg(json_build_object('key', key, 'state', state, 'date', due, 'awaitingReports', awaits,
      'updatedOn', to_char(updated_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by array_position(array[1, 2, 3, 4, 30, 26, 27, 28, 29, 31, 32, 33, 34, 35, 36, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
        17, 18, 19, 20, 21, 22, 23, 24, 25], key::int)) filter (where state in ('IP', 'B')), '[]') as open_steps,
    bool_or(state = 'B') as delayed,
    bool_or(state in ('IP', 'B') and awaits) as awaiting_reports,
    max(london_day(updated_on)) as last_step_on
  from step group by company_id, property_id
)
update property_report r
set open_steps = found.open_steps, delayed = found.delayed, awaiting_reports = found.awaiting_reports,
  last_step_on = found.last_step_on, surveys = (r.surveys::jsonb - 'upcomingSurveyDate')::json
from found
where found.company_id = r.company_id and found.property_id = r.property_id;
