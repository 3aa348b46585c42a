-- What an undone import said has happened counts no more: view event_kept.
delete from property_happening h using event e, event u
where e.company_id = h.company_id and e.property_id = h.property_id and e.id = h.id and e.via = 'import'
  and u.company_id = e.company_id and u.property_id = e.property_id and u.kind = 'import-undone' and u.data ->> 'importId' = e.via_id::text;
