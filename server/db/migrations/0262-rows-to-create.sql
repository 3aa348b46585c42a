-- Adds counts to existing checks: the confirmation of an import shows the numbers of rows that it creates and updates, and the check that
-- of rows with a warning.
update import i
set counts = i.counts || (
  select jsonb_build_object(
    'warnings', count(*) filter (where r.decision <> 'error' and r.issues @> '[{"level": "warning"}]'),
    'toCreate', count(*) filter (where r.is_pending and r.what = 'create'),
    'toUpdate', count(*) filter (where r.is_pending and r.what = 'update'))
  from (
    select decision, issues, case decision when 'duplicate' then choice else decision end as what,
      written_on is null and held_back is null and left_out is null as is_pending
    from import_row where company_id = i.company_id and import_id = i.id) r)
where i.state in ('checked', 'stopped');
