-- Record files of a property that were handed over: a PDF and, for a full copy, a ZIP with proof. The files are kept for 30 days; the row
-- stays.
create table record_file (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  copy text not null check (copy in ('full', 'party')),
  party text check (party in ('seller', 'buyer')),
  recipient text not null,
  reason text not null,
  date_start date,
  date_end date,
  groups text[] not null default '{}',
  user_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'sealing', 'reading', 'writing', 'ready', 'failed')),
  failure text,
  asked_by uuid not null,
  asked_on timestamptz not null,
  made_on timestamptz,
  -- The position of the checkpoint that was signed for it.
  position bigint,
  entries int,
  left_out int,
  pdf uuid,
  pdf_bytes int,
  zip uuid,
  zip_bytes bigint,
  primary key (company_id, id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade,
  check ((copy = 'party') = (party is not null)),
  check (copy = 'full' or zip is null)
);
create index record_file_by_property on record_file (company_id, property_id, asked_on desc, id desc);
create index record_file_by_day on record_file (made_on) where pdf is not null;
