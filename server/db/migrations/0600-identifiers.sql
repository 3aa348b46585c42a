-- The numbers by which registers know a home.
alter table property
  add column uprn bigint check (uprn between 1 and 999999999999),
  add column title_numbers text[] not null default '{}' check (cardinality(title_numbers) <= 10),
  add column epc_number text check (epc_number ~ '^(\d{4}-){4}\d{4}$'),
  add column council_tax_band text check (council_tax_band ~ '^([A-I]|Not banded)$');
create index property_by_uprn on property (company_id, uprn) where uprn is not null and deleted_on is null;
