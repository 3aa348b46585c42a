-- Sales from before the rule against contradictions are listed by the filter "To tidy": the date until which a sale contradicts itself
-- ('infinity' if permanently; its completion date if that is in the future), as domain/features/timeline/rules/sale-contradictions.ts
-- derives it at every save. Null for a valid sale.
alter table property_report add column contradicts_until date;

update property_report r
set contradicts_until = found.until
from (
  select p.company_id, p.id,
    case
      when e.key is not null and (o.accepted_on is null or p.completion_date is null)
        or c.key is not null and (o.accepted_on is null or p.completion_date is null)
        or c.key is not null and e.key is null and (n.key is null or n.because ->> 'kind' = 'requested')
        or least(e.completed_on, c.completed_on, p.completion_date) < o.accepted_on
        or e.completed_on > p.completion_date
        or e.completed_on > c.completed_on
      then 'infinity'::date
      when c.key is not null then p.completion_date
    end as until
  from property p
  left join offer o on o.company_id = p.company_id and o.property_id = p.id and o.state = 'A'
  left join property_step e on e.company_id = p.company_id and e.property_id = p.id and e.key = 24 and e.state = 'C'
  left join property_step c on c.company_id = p.company_id and c.property_id = p.id and c.key = 25 and c.state = 'C'
  left join property_step n on n.company_id = p.company_id and n.property_id = p.id and n.key = 24 and n.state = 'NA'
) found
where found.company_id = r.company_id and found.id = r.property_id and found.until is not null;

create index property_report_to_tidy on property_report (company_id, contradicts_until) where contradicts_until is not null;
