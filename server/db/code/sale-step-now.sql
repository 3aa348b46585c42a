-- `warning_on` is `warningDateOf` (domain/features/timeline/due.ts).
create or replace view sale_step_now as
select o.company_id, o.id as sale_id, o.property_id, s.key, s.state, s.started_on, s.completed_on, s.blocked_on, s.survey_date,
  case when s.state in ('IP', 'B') and s.survey_date is null then coalesce(s.due_on, s.started_on + s.days_to_complete) end as warning_on
from offer o
join property_step s on s.company_id = o.company_id and s.property_id = o.property_id and s.key not between 1 and 4 and s.key <> 25
where o.state = 'A';
