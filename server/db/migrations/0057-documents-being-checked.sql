-- A document that a virus scanner has not found clean yet: it is kept, and handed to nobody.
alter table document add column being_checked boolean not null default false;
