-- The confirmation of an import gives the numbers of rows it creates and updates: counts of checks made before.
update import i
set counts = i.counts || (
  select jsonb_build_object(
    'toCreate', count(*) filter (where case r.decision when 'duplicate' then r.choice else r.decision end = 'create'),
    'toUpdate', count(*) filter (where case r.decision when 'duplicate' then r.choice else r.decision end = 'update'))
  from import_row r
  where r.company_id = i.company_id and r.import_id = i.id
    and r.written_on is null and r.held_back is null and r.left_out is null)
where i.state in ('checked', 'stopped');
