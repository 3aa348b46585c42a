-- A sale with made-up people that a new company looks around in; deleted by its own button.
alter table property add column is_sample boolean not null default false;
create index property_sample on property (company_id) where is_sample;
