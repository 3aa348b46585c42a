-- The earliest date of an open step that awaits no report, to sort by urgency; null without open steps and for a withdrawn property, which
-- has no warnings.
alter table property_report add column first_red date;

update property_report r
set first_red = (
  select min((step ->> 'date')::date) from json_array_elements(r.open_steps) step where not (step ->> 'awaitingReports')::boolean)
where r.active;
