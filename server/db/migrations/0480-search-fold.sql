-- A text as it is searched; `searchFold` of domain/common does the same, and a test compares them. Here and not among the code objects, because
-- stored columns depend on it. The text is in lower case before the letters are replaced; those that lower() of the locale "C" leaves are in
-- both cases.
create function search_fold(value text) returns text language sql immutable parallel safe
  return regexp_replace(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(value, NFD),
    '[\u0300-\u036f''‘’.]', '', 'g')), 'łŁøØđĐðÐıħĦŧŦÆŒÞ', 'llooddddihhttæœþ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\s\u00a0,;\u2010-\u2013-]+', ' ', 'g');

create or replace function person_search_text(name text, tel text) returns text language sql immutable parallel safe
  return search_fold(name) || ' ' || regexp_replace(tel, '\D', '', 'g');

-- A stored generated column is calculated again when a column that it is made of is set.
update app_user set first_name = first_name where search_text <> person_search_text(first_name || ' ' || last_name, tel);
update property set buyer_name = buyer_name where buyer_search_text <> person_search_text(buyer_name, buyer_tel);
update offer set name = name where search_text <> person_search_text(name, tel);
update company_contact set name = name where search_text <> person_search_text(name, tel);
update company_contact_poc set name = name where search_text <> person_search_text(name, tel);
update property_additional_contact set first_name = first_name where search_text <> person_search_text(first_name || ' ' || last_name, tel);
update conversation_sale set search_text = search_fold(search_text) where search_text <> search_fold(search_text);
-- Its trigger changes property_search.
update property_report set search_text = search_fold(search_text) where search_text <> search_fold(search_text);

alter table note add column search_text text generated always as (search_fold(message)) stored not null;
drop index note_search;
create index note_search on note using gin (company_id, branch_id, search_text gin_trgm_ops);
