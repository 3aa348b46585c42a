-- Data for the palette's search in addition to property_search: names with the digits of telephone numbers, and notes
-- (docs/decisions/0053-search.md). Columns instead of index expressions: for a column the planner has statistics, and the text of a hit is
-- not computed again when it is compared.
create function person_search_text(name text, tel text) returns text language sql immutable parallel safe
  return lower(name) || ' ' || regexp_replace(tel, '\D', '', 'g');

alter table app_user add column search_text text not null
  generated always as (person_search_text(first_name || ' ' || last_name, tel)) stored;
alter table property add column buyer_search_text text not null
  generated always as (person_search_text(buyer_name, buyer_tel)) stored;
alter table offer add column search_text text not null generated always as (person_search_text(name, tel)) stored;
alter table property_additional_contact add column search_text text not null
  generated always as (person_search_text(first_name || ' ' || last_name, tel)) stored;
alter table company_contact_poc add column search_text text not null generated always as (person_search_text(name, tel)) stored;
alter table company_contact add column search_text text not null generated always as (person_search_text(name, tel)) stored;

create index app_user_search on app_user using gin (company_id, search_text gin_trgm_ops) where deleted_on is null;
create index property_buyer_search on property using gin (company_id, buyer_search_text gin_trgm_ops) where buyer_name <> '';
create index offer_buyer_search on offer using gin (company_id, search_text gin_trgm_ops) where state = 'A';
create index property_additional_contact_search on property_additional_contact using gin (company_id, search_text gin_trgm_ops);
create index company_contact_poc_search on company_contact_poc using gin (company_id, search_text gin_trgm_ops);
create index company_contact_search on company_contact using gin (company_id, search_text gin_trgm_ops) where deleted_on is null;
create index note_search on note using gin (company_id, message gin_trgm_ops);
