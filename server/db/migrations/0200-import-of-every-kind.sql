-- The files in an uploaded ZIP, to which its index or feed may refer. The content stays in the ZIP.
create table import_entry (
  company_id uuid not null,
  file_id uuid not null,
  name text not null,
  bytes bigint not null,
  sha256 bytea not null,
  -- Null if the file is refused.
  content_type text,
  -- Why GYA does not accept the file.
  refusal text,
  primary key (company_id, file_id, name),
  foreign key (company_id, file_id) references import_file (company_id, id) on delete cascade
);

-- For a ZIP: the format of the table in it.
alter table import_file add column index_format text check (index_format in ('csv', 'xlsx', 'blm'));

-- Used by GET /open/:companyId/by-ref/:system/:ref and for the references in open reads.
create index external_ref_of_properties on external_ref (company_id, object_id) where kind = 'property';

-- Accounts that an import created or named, for its invitations.
create index import_change_by_object on import_change (company_id, import_id, what, object_id);
