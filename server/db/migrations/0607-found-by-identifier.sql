-- The search finds a property by its numbers exactly; the UPRN has an index.
create index property_by_title on property using gin (company_id, title_numbers) where title_numbers <> '{}' and deleted_on is null;
create index property_by_epc on property (company_id, epc_number) where epc_number is not null and deleted_on is null;
