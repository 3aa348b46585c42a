-- Columns for the presets of the properties list: ownership, and whether the first warning has passed (warning_dates is ordered by time).
alter table property_report add column ownership text not null default 'unknown', add column first_warning date;
update property_report r set ownership = p.ownership, first_warning = r.warning_dates[1]
from property p where p.company_id = r.company_id and p.id = r.property_id;

-- Every preset and both sort orders of the list select a page without reading rows.
drop index property_report_address;
create index property_report_list on property_report (company_id, address_sort, property_id)
  include (branch_id, phase, chain, ownership, first_warning, pending_offers, asking_price, taken_on);
