-- An imported withdrawal counts on its own day, and once, also if a later import corrects that day; view property_happening_derived.
with withdrawal as (
  select e.*, lead(e.kind) over (partition by e.company_id, e.property_id order by e.at, e.id) as next_kind
  from event e
  where e.kind in ('withdrawn', 'reinstated')
)
delete from property_happening h using withdrawal w
where w.kind = 'withdrawn' and w.next_kind = 'withdrawn'
  and h.company_id = w.company_id and h.property_id = w.property_id and h.what = 'withdrawn' and h.id = w.id;

update property_happening h set on_day = p.withdrawn_on
from property p, event e
where h.what = 'withdrawn' and p.company_id = h.company_id and p.id = h.property_id and e.company_id = h.company_id and e.id = h.id
  and e.data ->> 'on' is null and h.on_day <> p.withdrawn_on
  and not exists (
    select from event later
    where later.company_id = e.company_id and later.property_id = e.property_id and later.kind = 'reinstated' and later.at > e.at);
