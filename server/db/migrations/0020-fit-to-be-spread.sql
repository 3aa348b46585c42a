-- What a database that is spread over several machines by company could not keep (docs/scaling.md). A file's id is random
-- and given once, so that the company in the key costs nothing; and the outbox is one queue for all, held apart from the
-- companies' rows. Its messages keep naming their property, which is only ever marked as deleted.
drop index document_by_file;
create unique index document_by_file on document (file, company_id);
alter table mail drop constraint mail_company_id_property_id_fkey;
