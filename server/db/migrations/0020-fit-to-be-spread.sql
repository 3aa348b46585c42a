-- Constraints that a database distributed by company could not enforce (docs/scaling.md). File ids are random and unique, so the company in
-- the key costs nothing; the outbox is one queue for all companies, separate from their rows. Its messages keep the id of their property,
-- which is only ever marked as deleted.
drop index document_by_file;
create unique index document_by_file on document (file, company_id);
alter table mail drop constraint mail_company_id_property_id_fkey;
