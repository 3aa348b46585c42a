-- Archives of companies uploaded by a platform admin: connect design, section 2.1, points 5 to 7.
create table archive_upload (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  bytes bigint not null check (bytes > 0),
  parts int not null check (parts > 0),
  -- SHA-256 of the first and last part: identifies the same file, to resume its upload.
  fingerprint text not null,
  state text not null default 'uploading'
    check (state in ('uploading', 'verifying', 'verified', 'refused', 'restoring', 'restored')),
  uploaded_by uuid not null references app_user (id),
  createdon timestamptz not null,
  of_company uuid,
  company_name text,
  exported_at timestamptz,
  position bigint,
  with_files boolean not null default false,
  -- SHA-256 of the whole file, as verified.
  sha256 text,
  -- What has been verified or restored, one entry per table.
  progress jsonb not null default '[]',
  refusal jsonb,
  failure text,
  done_steps text[] not null default '{}',
  verified_on timestamptz,
  restored_on timestamptz
);
create index archive_upload_by_day on archive_upload (createdon desc);
create index archive_upload_of_company on archive_upload (of_company);

create table archive_part (
  archive_id uuid not null references archive_upload (id) on delete cascade,
  part_no int not null check (part_no > 0),
  bytes int not null,
  stored_file uuid not null,
  createdon timestamptz not null,
  primary key (archive_id, part_no)
);

-- Keys of another installation that signed checkpoints of a company before it was restored here.
create table company_record_key (
  company_id uuid not null references company (id),
  key_id text not null,
  public_key bytea not null check (octet_length(public_key) = 32),
  since timestamptz not null,
  until timestamptz,
  primary key (company_id, key_id)
);

-- Restored entries already have seals, and nobody has access to a company that is still hidden.
drop trigger event_is_told on event;
create trigger event_is_told after insert on event
  referencing new table as added for each statement
  when (current_setting('gya.restoring', true) is distinct from 'on')
  execute function tell_of_change();
