-- Attachments of an e-mail that arrived, which stay in its original until they are kept: docs/design/mail-in.md section 5.
alter table mail_in_file
  -- The subject of the attached message that it is in.
  add column inside text check (length(inside) <= 500),
  -- Why it cannot be kept.
  add column left_out text check (left_out in ('picture', 'type', 'large', 'infected', 'too-many', 'signature')),
  -- Null: not checked yet, for viruses where there is a scanner.
  add column checked_on timestamptz;
-- Those of before were not looked at.
update mail_in_file set left_out = 'type';
alter table mail_in
  add column has_html boolean not null default false,
  -- Who checked its warnings, and how.
  add column cleared_by uuid references app_user(id),
  add column cleared_on timestamptz,
  add column cleared_how text not null default '' check (length(cleared_how) <= 300);
-- The e-mail that a document came with.
alter table document add column mail_in_id uuid;
create index document_by_mail_in on document (company_id, mail_in_id) where mail_in_id is not null;
create index mail_in_file_by_content on mail_in_file (company_id, sha256);
