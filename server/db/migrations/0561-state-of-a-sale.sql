-- One order of open steps and one count of days (decision 154). A delayed step keeps in lists when it was delayed.
update property_report r set open_steps = (
  select json_agg(case when o.step->>'state' = 'B' then o.step::jsonb || jsonb_build_object('delayedOn', t.blocked_on) else o.step::jsonb end order by o.place)
  from json_array_elements(r.open_steps) with ordinality o(step, place)
  left join property_step t on t.company_id = r.company_id and t.property_id = r.property_id and t.key = (o.step->>'key')::int)
where r.delayed;
-- An exchange counts from its expected day, a survey's report from the day of the survey. Points stay as they were.
update action_item set due_on = due_on - 1, late_base = 85 where kind = 'exchange';
update action_item set due_on = due_on - 5, shows_on = shows_on - 4, late_base = 25 where kind = 'survey';
