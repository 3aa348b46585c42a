-- For the filter of report and properties list.
create index property_report_by_negotiator on property_report (company_id, negotiator_id);
