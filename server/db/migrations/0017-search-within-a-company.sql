-- A search in lists is always limited to one company. With the company in the index of the text, a count does not have to combine the
-- matches of all companies with all rows of one.
create extension if not exists btree_gin;
create index property_report_search_in_company on property_report using gin (company_id, search_text gin_trgm_ops);
drop index property_report_search;
