-- The report row, optimised for reading single pages in any sort order (docs/decisions/0004-report-row.md).

-- Index-only scans require pages that are all-visible: leave room to update a row within its page, and vacuum after one row in fifty.
alter table property_report set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);

-- json instead of jsonb: these are written and read as a whole and never searched, and jsonb costs 2 ms per page of output.
alter table property_report alter column steps type json using steps::json, alter column surveys type json using surveys::json;

drop index property_report_progress;
drop index property_report_count;

create index property_report_count on property_report (company_id, phase, taken_on) include (branch_id);

-- Contains every column that the report filters or sorts by, so that any sort order with any filters selects its page without reading rows.
create index property_report_choose on property_report (company_id, phase, taken_on) include
  (property_id, branch_id, b_staff, chain, address_sort, progress, furthest_step, offer_accepted, contract_end, asking_price, agreed_price,
   agency_fee_percent, expected_fee, surveys_sort,
   step_22, step_23, step_24, step_25, step_26, step_27, step_28, step_29, step_30, step_31, step_32, step_33, step_34, step_35);

-- The report's default order (furthest first) and its sorts by date with the newest first are read from an index of the properties that are
-- sold and not completed, with the two most selective columns.
create index property_report_furthest on property_report (company_id, progress desc nulls last, furthest_step desc, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_offer on property_report (company_id, offer_accepted desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_22 on property_report (company_id, step_22 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_23 on property_report (company_id, step_23 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_24 on property_report (company_id, step_24 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_26 on property_report (company_id, step_26 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_27 on property_report (company_id, step_27 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_28 on property_report (company_id, step_28 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_29 on property_report (company_id, step_29 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_30 on property_report (company_id, step_30 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_31 on property_report (company_id, step_31 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_32 on property_report (company_id, step_32 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_33 on property_report (company_id, step_33 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_34 on property_report (company_id, step_34 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_35 on property_report (company_id, step_35 desc nulls last, address_sort, property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
