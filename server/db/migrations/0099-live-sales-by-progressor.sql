-- Number of live sales of a progressor, in Today: most of their sales are completed.
create index property_report_live_by_staff on property_report (company_id, b_staff) include (branch_id)
  where phase not in ('withdrawn', 'completed');
