-- Imports of files from another system: read, mapped, checked, written group by group, and undone. Nothing outside these tables is written
-- before a user confirms the check.
create table import (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  -- The source system: references are unique within a system.
  system text not null check (system = lower(system) and length(system) between 1 and 40),
  -- Branch of properties without a branch in the file.
  branch_id uuid,
  state text not null default 'open' check (state in
    ('open', 'reading', 'mapped', 'checking', 'checked', 'running', 'stopped', 'done', 'undoing', 'undone', 'failed')),
  counts jsonb not null default '{}',
  -- Incremented by every check; a run names the check on which it is based.
  check_position bigint not null default 0,
  created_by uuid not null,
  createdon timestamptz not null,
  confirmed_by uuid,
  confirmed_on timestamptz,
  finished_on timestamptz,
  undone_on timestamptz,
  last_beat timestamptz,
  failure text,
  -- Files and rows were deleted after the retention period.
  emptied_on timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references branch (company_id, id)
);
create index import_by_company on import (company_id, createdon desc, id desc);
create index import_by_end on import (createdon) where emptied_on is null;

create table import_file (
  company_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  ordinal smallint not null,
  name text not null,
  state text not null default 'uploading' check (state in ('uploading', 'reading', 'read', 'failed')),
  failure text,
  kind text,
  format text check (format in ('csv', 'xlsx', 'blm', 'zip')),
  sheet text,
  encoding text,
  delimiter text,
  bytes bigint not null check (bytes > 0),
  sha256 text not null,
  parts int not null check (parts > 0),
  row_count int not null default 0,
  -- [{ name, samples, filled }]
  columns jsonb not null default '[]',
  -- { column: field or null }
  mapping jsonb not null default '{}',
  -- How each field was determined: { column: 'recognised' | 'remembered' | 'person' }
  mapped_by jsonb not null default '{}',
  -- { column: { value of the file: our value, or null to leave it empty } }
  codes jsonb not null default '{}',
  notices jsonb not null default '[]',
  createdon timestamptz not null,
  primary key (company_id, id),
  unique (company_id, import_id, ordinal),
  foreign key (company_id, import_id) references import (company_id, id) on delete cascade
);

create table import_part (
  company_id uuid not null,
  file_id uuid not null,
  part_no int not null,
  bytes int not null,
  stored_file uuid not null,
  createdon timestamptz not null,
  primary key (company_id, file_id, part_no),
  foreign key (company_id, file_id) references import_file (company_id, id) on delete cascade
);
create index import_part_by_day on import_part (createdon);

create table import_row (
  company_id uuid not null,
  file_id uuid not null,
  -- The line number as shown by a spreadsheet.
  row_no int not null,
  import_id uuid not null,
  file_ordinal smallint not null,
  -- Rows of one property, or of one firm, are written together or not at all.
  group_key text,
  group_order int,
  raw jsonb not null,
  title text not null default '',
  decision text check (decision in ('create', 'update', 'same', 'duplicate', 'error', 'skip')),
  -- Errors and duplicates first.
  decision_rank smallint generated always as (
    case decision when 'error' then 0 when 'duplicate' then 1 when 'update' then 2 when 'create' then 3 when 'same' then 4
    when 'skip' then 5 else 6 end) stored,
  choice text check (choice in ('skip', 'update', 'create')),
  target_id uuid,
  issues jsonb not null default '[]',
  plan jsonb not null default '[]',
  written_on timestamptz,
  held_back text,
  left_out text,
  undone_on timestamptz,
  kept_because text,
  primary key (company_id, file_id, row_no),
  foreign key (company_id, file_id) references import_file (company_id, id) on delete cascade,
  foreign key (company_id, import_id) references import (company_id, id) on delete cascade
);
create index import_row_by_group on import_row (company_id, import_id, group_key);
create index import_row_by_decision on import_row (company_id, import_id, decision_rank, file_ordinal, row_no);
create index import_row_by_line on import_row (company_id, import_id, file_ordinal, row_no);
create index import_row_to_write on import_row (company_id, import_id, group_order)
  where written_on is null and held_back is null and left_out is null;

-- What an import wrote, for its undo.
create table import_change (
  company_id uuid not null,
  import_id uuid not null,
  ordinal int not null,
  group_key text not null,
  -- Name of the table.
  what text not null,
  object_id uuid not null,
  property_id uuid,
  -- Key of the row in its table.
  key jsonb not null,
  -- Previous values of the changed columns; null: the row was created.
  before jsonb,
  after_version int,
  -- For a property: the number of entries of its record that are not from this import.
  after_digest text,
  primary key (company_id, import_id, ordinal),
  foreign key (company_id, import_id) references import (company_id, id) on delete cascade
);
create index import_change_by_group on import_change (company_id, import_id, group_key);

create table import_mapping (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  -- SHA-256 of the sorted, folded column names.
  fingerprint text not null,
  system text not null,
  mapping jsonb not null,
  codes jsonb not null,
  updated_by uuid,
  updatedon timestamptz not null,
  primary key (company_id, id),
  unique (company_id, kind, fingerprint)
);

-- References of objects in other systems.
create table external_ref (
  company_id uuid not null,
  system text not null,
  kind text not null,
  ref text not null check (length(ref) between 1 and 120),
  object_id uuid not null,
  import_id uuid,
  primary key (company_id, system, kind, ref)
);
create index external_ref_by_object on external_ref (company_id, object_id);

-- A placeholder vendor: cannot be invited, e-mailed or signed in with.
alter table app_user add column placeholder boolean not null default false;
