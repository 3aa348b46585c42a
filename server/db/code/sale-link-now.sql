create or replace view sale_link_now as
select o.company_id, o.id as sale_id, o.property_id, c.id as link_id, c.position::smallint as position, c.property_ref,
  c.property_ref is null and c.timeline ->> 'mortgageOffer' = 'Cash' as cash,
  case when c.property_ref is not null then '{}' else array(
    select t.key from jsonb_each_text(c.timeline) t
    where t.value = 'true' or (t.key = 'mortgageOffer' and t.value = 'Yes') or (t.key = 'surveyBooked' and t.value = 'Yes')) end as ticks,
  c.sale_type, c.property_ref is not null or c.property_name <> '' as has_address
from offer o
join chain_item c on c.company_id = o.company_id and c.property_id = o.property_id and not c.this_property
where o.state = 'A';
