-- "Messages about a property that carry no link that opens something keep body, html and attachments' files." Trust design, section 2.1.
-- Texts of messages sent earlier were deleted.
alter table mail add column keep_text boolean not null default false;

-- "Kept `retention.sale_mail_years` (new, default 6) after the message."
alter table retention add column sale_mail_years int not null default 6 check (sale_mail_years between 1 and 50);

-- SHA-256 of the file of a document; for existing ones filled by the job `hash-documents`.
alter table document add column sha256 bytea check (octet_length(sha256) = 32);
create index document_without_hash on document (company_id, id) where sha256 is null;
