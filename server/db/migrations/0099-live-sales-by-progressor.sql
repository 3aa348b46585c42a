-- How many live sales a progressor has, in Today: they have several times as many that are completed.
create index property_report_live_by_staff on property_report (company_id, b_staff) include (branch_id)
  where phase not in ('withdrawn', 'completed');
