-- A sale with made-up people for a new company to try out; deleted by its own button.
alter table property add column is_sample boolean not null default false;
create index property_sample on property (company_id) where is_sample;
