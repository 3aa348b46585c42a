-- The entries of a property's expected exchange, read with every property.
create index event_expected_exchange on event (company_id, property_id) where kind = 'expected-exchange-set';

-- Derived. The agreed completion date, shown in place of the expected one.
alter table property_report add column completion_date date;

update property_report r set
  completion_date = p.completion_date,
  vendor_solicitor = (select k.name from property_contact x join company_contact k on k.company_id = x.company_id and k.id = x.contact_id
    where x.company_id = r.company_id and x.property_id = r.property_id and x.role = 'vendorSolicitor'),
  buyer_solicitor = (select k.name from property_contact x join company_contact k on k.company_id = x.company_id and k.id = x.contact_id
    where x.company_id = r.company_id and x.property_id = r.property_id and x.role = 'buyerSolicitor')
from property p
where p.company_id = r.company_id and p.id = r.property_id;
