-- The files in an uploaded ZIP: what its index or feed may name. The content stays in the ZIP.
create table import_entry (
  company_id uuid not null,
  file_id uuid not null,
  name text not null,
  bytes bigint not null,
  sha256 bytea not null,
  -- Null if it is refused.
  content_type text,
  -- Why GYA does not keep a file like this, in words.
  refusal text,
  primary key (company_id, file_id, name),
  foreign key (company_id, file_id) references import_file (company_id, id) on delete cascade
);

-- Of a ZIP: the format of the table within.
alter table import_file add column index_format text check (index_format in ('csv', 'xlsx', 'blm'));

-- Read by GET /open/:companyId/by-ref/:system/:ref and with the properties of open reads.
create index external_ref_of_properties on external_ref (company_id, object_id) where kind = 'property';

-- Who was made or named by an import, for its invitations.
create index import_change_by_object on import_change (company_id, import_id, what, object_id);
