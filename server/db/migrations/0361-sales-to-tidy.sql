-- To tidy are also sales that a withdrawal has paused, completed sales with a step under way, and steps against the offers: Sale agreed
-- that is complete without an accepted offer or not complete with one, and a memorandum sent without one.
update property_report r set contradicts_until = 'infinity'
where (r.phase = 'withdrawn' and r.sold)
  or (r.phase = 'completed' and exists (select from property_step s
    where s.company_id = r.company_id and s.property_id = r.property_id and s.state in ('IP', 'B')))
  or exists (select from property_step s
    where s.company_id = r.company_id and s.property_id = r.property_id and s.key = 4 and (s.state = 'C') <> r.sold)
  or (not r.sold and exists (select from property_step s
    where s.company_id = r.company_id and s.property_id = r.property_id and s.key = 30 and s.state = 'C'));
