-- The entries of properties without those of an import that was undone there: what it said has happened counts no more.
create or replace view event_kept as
select e.company_id, e.property_id, e.id, e.at, e.kind, e.data
from event e
where (e.via = 'import' and exists (
  select from event u
  where u.company_id = e.company_id and u.property_id = e.property_id and u.kind = 'import-undone'
    and u.data ->> 'importId' = e.via_id::text)) is not true;
