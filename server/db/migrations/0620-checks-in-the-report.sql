-- The checks of the customers of a sale, as the report lists and filters them; null without a register. The day is compared when it is read.
alter table property_report add column checks_state text constraint property_report_checks_state check (checks_state in ('open', 'to-decide', 'refused', 'ready')),
  add column checks_until date;
create index property_report_checks on property_report (company_id, checks_until) where checks_state is not null;
