-- "E-mails as sent" and documents are bound to the record: an entry `email-written` has the hashes of an e-mail about a property, and the entry
-- that adds a document has the SHA-256 of its file.
alter table mail_attachment add column sha256 bytea check (octet_length(sha256) = 32);
create index event_email_written on event (company_id, (data ->> 'mailId')) where kind = 'email-written';
