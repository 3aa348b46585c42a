-- Exports of all data of a company. The file is kept for 7 days; the row stays, with who requested it and the number of downloads.
create table company_export (
  company_id uuid not null references company (id),
  id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'expired')),
  failure text,
  requested_by uuid not null,
  createdon timestamptz not null,
  with_files boolean not null,
  -- Position of the last record entry in the export.
  position bigint,
  file uuid,
  bytes bigint,
  sha256 text,
  finished_on timestamptz,
  expires_on timestamptz,
  downloads int not null default 0,
  primary key (company_id, id)
);
create unique index company_export_under_way on company_export (company_id) where state in ('queued', 'running');
create index company_export_by_day on company_export (company_id, createdon desc, id desc);
create index company_export_to_expire on company_export (expires_on) where file is not null;
