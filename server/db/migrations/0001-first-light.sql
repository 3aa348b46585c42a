-- The tables of a sale. Every table that belongs to a company has company_id, also in its keys, so that a row can only refer to rows of the
-- same company and the schema can be distributed by company. Money is stored in pence (bigint), the agency fee in thousandths of a percent,
-- the fee deduction in hundredths.

create extension if not exists pg_trgm;

create table company (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  tel text not null default '',
  available_licenses int not null check (available_licenses >= 1),
  line1 text not null, line2 text not null default '', town text not null default '', county text not null default '',
  country text not null default '', postcode text not null,
  fee_deduction int check (fee_deduction between 0 and 10000),
  notice_period_in_days int check (notice_period_in_days between 0 and 1000),
  brand_colour text check (brand_colour ~* '^#[0-9a-f]{6}$'),
  md_day smallint not null default 4 check (md_day between 0 and 6),
  md_time text not null default '17:30' check (md_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  logo uuid,
  timeline jsonb not null,
  version int not null default 1,
  createdon timestamptz not null,
  deleted_on timestamptz
);
create index company_by_name on company (lower(name), id) where deleted_on is null;

create table branch (
  company_id uuid not null references company (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  tel text not null default '',
  email text not null default '',
  display_text text not null default '' check (length(display_text) <= 1750),
  line1 text not null, line2 text not null default '', town text not null default '', county text not null default '',
  country text not null default '', postcode text not null,
  use_branch_deduction boolean not null default false,
  fee_deduction int check (fee_deduction between 0 and 10000),
  logo uuid,
  timeline_template jsonb not null,
  version int not null default 1,
  createdon timestamptz not null,
  deleted_on timestamptz,
  primary key (company_id, id)
);
create unique index branch_id on branch (id);
create index branch_by_name on branch (company_id, lower(name), id) where deleted_on is null;

-- Everybody who can sign in. A vendor account belongs to one company: the same person may be a vendor of two.
create table app_user (
  id uuid primary key,
  company_id uuid references company (id),
  type text not null check (type in ('GYA_ADMIN', 'COMPANY_ADMIN', 'BRANCH_ADMIN', 'BRANCH_STAFF', 'VENDOR')),
  first_name text not null,
  last_name text not null,
  email text not null check (email = lower(email)),
  tel text not null default '',
  password_hash text,
  activated boolean not null default false,
  password_reset boolean not null default false,
  email_verified boolean not null default false,
  contact_by_email boolean not null default true,
  contact_by_push boolean not null default false,
  last_login timestamptz,
  avatar uuid,
  version int not null default 1,
  createdon timestamptz not null,
  deleted_on timestamptz,
  check ((type = 'GYA_ADMIN') = (company_id is null))
);
create unique index app_user_staff_email on app_user (email) where deleted_on is null and type <> 'VENDOR';
create unique index app_user_vendor_email on app_user (company_id, email) where deleted_on is null and type = 'VENDOR';
create index app_user_by_email on app_user (email) where deleted_on is null;
create index app_user_by_company on app_user (company_id, type) where deleted_on is null;

create table branch_member (
  company_id uuid not null,
  branch_id uuid not null,
  user_id uuid not null references app_user (id),
  primary key (company_id, branch_id, user_id),
  foreign key (company_id, branch_id) references branch (company_id, id)
);
create index branch_member_by_user on branch_member (user_id);

-- Only the SHA-256 of a token is stored.
create table session (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  createdon timestamptz not null,
  expires_on timestamptz not null
);
create index session_by_user on session (user_id);
create index session_by_expiry on session (expires_on);

create table account_link (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify')),
  createdon timestamptz not null,
  expires_on timestamptz not null,
  used_on timestamptz
);
create index account_link_by_user on account_link (user_id, purpose);

create unlogged table rate_limit (
  key text primary key,
  window_started timestamptz not null,
  tries int not null
);

create table property (
  company_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  owner_id uuid not null references app_user (id),
  line1 text not null, line2 text not null default '', town text not null default '', county text not null default '',
  country text not null default '', postcode text not null,
  bedrooms smallint check (bedrooms >= 0),
  ownership text not null default 'unknown' check (ownership in ('unknown', 'freehold', 'leasehold')),
  leasehold_pack_sent text not null default 'unknown' check (leasehold_pack_sent in ('yes', 'no', 'unknown')),
  board_status smallint not null default 0 check (board_status in (0, 1)),
  active boolean not null default true,
  withdrawn_on date,
  logo uuid,
  buyer_name text not null default '', buyer_email text not null default '', buyer_tel text not null default '',
  buyer_cash_buyer boolean not null default false,
  b_staff uuid references app_user (id),
  chain smallint not null default 3 check (chain between 0 and 3),
  c_term int check (c_term >= 0),
  c_signed date,
  c_signed_end_date date generated always as (c_signed + c_term * 7) stored,
  listed date,
  agency_fee_type smallint not null default 0 check (agency_fee_type in (0, 1)),
  agency_fee bigint check (agency_fee >= 0),
  agency_fee_percent int check (agency_fee_percent between 0 and 100000),
  notice_given date,
  notice_days int check (notice_days >= 0),
  notice_end date generated always as (notice_given + notice_days) stored,
  agreed_price bigint check (agreed_price >= 0),
  invoice_sent boolean not null default false,
  completion_date date,
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz not null,
  updated_by uuid references app_user (id),
  deleted_on timestamptz,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references branch (company_id, id),
  check ((withdrawn_on is null) = active)
);
create index property_by_branch on property (company_id, branch_id) where deleted_on is null;
create index property_by_postcode on property (company_id, postcode) where deleted_on is null;
create index property_by_owner on property (owner_id);

create table property_step (
  company_id uuid not null,
  property_id uuid not null,
  key smallint not null check (key between 1 and 36),
  state text not null check (state in ('C', 'NS', 'IP', 'B', 'NA')),
  title text not null,
  description text not null default '',
  days_to_complete smallint check (days_to_complete between 0 and 31),
  started_on date,
  completed_on date,
  blocked_on date,
  was_auto_set_to_in_progress boolean not null default false,
  because jsonb,
  actioned boolean not null default false,
  survey_date date,
  survey_contact_poc uuid,
  survey_reference text,
  survey_awaiting_reports boolean,
  updated_on timestamptz,
  primary key (company_id, property_id, key),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade,
  constraint completed_exactly_when_complete check ((state = 'C') = (completed_on is not null)),
  constraint started_exactly_when_begun check ((state in ('IP', 'B', 'C')) = (started_on is not null)),
  constraint blocked_exactly_when_blocked check ((state = 'B') = (blocked_on is not null)),
  constraint survey_exactly_for_surveys check ((key between 5 and 21) = (survey_date is not null))
);

create table asking_price (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  price bigint not null check (price >= 0),
  effective_date date not null,
  price_option smallint not null check (price_option between 0 and 4),
  createdon timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index asking_price_by_property on asking_price (company_id, property_id, effective_date desc, createdon desc);

create table offer (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  name text not null,
  amount bigint not null check (amount >= 100),
  made_on date not null,
  state text not null check (state in ('P', 'A', 'R', 'W')),
  accepted_on date,
  increased_on date,
  tel text not null default '',
  email text not null default '',
  deposit_size bigint not null default 0 check (deposit_size >= 0),
  cash_buy boolean not null,
  mip boolean not null default false,
  chain boolean not null,
  is_renting boolean not null default false,
  notes text not null default '',
  createdon timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade,
  check (state <> 'A' or accepted_on is not null),
  check (not cash_buy or deposit_size = 0)
);
create unique index one_accepted_offer on offer (company_id, property_id) where state = 'A';
create index offer_by_property on offer (company_id, property_id, made_on desc);

create table offer_amount (
  company_id uuid not null,
  offer_id uuid not null,
  position int not null,
  amount bigint not null,
  note text not null default '',
  createdon timestamptz not null,
  primary key (company_id, offer_id, position),
  foreign key (company_id, offer_id) references offer (company_id, id) on delete cascade
);

create table viewing (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  name text not null,
  viewed_on date not null,
  viewed_at time,
  notes text not null default '',
  createdon timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index viewing_by_property on viewing (company_id, property_id, viewed_on desc);

create table relaunch (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  relaunched_on date not null,
  notes text not null default '',
  createdon timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index relaunch_by_property on relaunch (company_id, property_id, relaunched_on desc);

-- The state of the timeline before an offer was accepted; a fall-off restores it.
create table sale_start (
  company_id uuid not null,
  property_id uuid not null,
  offer_id uuid not null,
  timeline jsonb not null,
  primary key (company_id, property_id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);

create table fall_off (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  offer_id uuid,
  buyer_name text not null,
  note text not null check (length(note) between 1 and 500),
  archive jsonb not null,
  createdon timestamptz not null,
  restored_on timestamptz,
  primary key (company_id, id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index fall_off_by_property on fall_off (company_id, property_id, createdon desc);

create table chain_item (
  company_id uuid not null,
  property_id uuid not null,
  position int not null,
  this_property boolean not null default false,
  property_ref uuid,
  property_name text not null default '',
  person_name text not null default '',
  sale_type text not null default 'ND' check (sale_type in ('ND', 'FTB', 'CB', 'I', 'NDB')),
  note text not null default '',
  timeline jsonb not null default '{}',
  primary key (company_id, property_id, position),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index chain_item_by_ref on chain_item (company_id, property_ref) where property_ref is not null;

-- The record: who changed what, and when. Append-only.
create table event (
  company_id uuid not null,
  id uuid not null,
  property_id uuid,
  user_id uuid,
  at timestamptz not null,
  kind text not null,
  data jsonb not null default '{}',
  primary key (company_id, id)
);
create index event_by_property on event (company_id, property_id, at desc, id desc);
create index event_by_kind on event (company_id, kind, at);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the record is append-only';
end $$;
create trigger event_is_append_only before update or delete on event for each row execute function refuse_change();

-- One narrow row per property, derived from the tables above in the transaction of every change, so that lists and reports are a single
-- query. A test compares it with a rebuild.
create table property_report (
  company_id uuid not null,
  property_id uuid not null,
  branch_id uuid not null,
  active boolean not null,
  phase text not null,
  chain smallint not null,
  taken_on date not null,
  b_staff uuid,
  line1 text not null,
  postcode text not null,
  address_sort text collate "C" not null,
  offer_accepted date,
  contract_end date,
  notice_given date,
  notice_end date,
  asking_price bigint,
  agreed_price bigint,
  agency_fee_percent int,
  agency_fee bigint,
  expected_fee bigint,
  fee_estimate boolean not null,
  progress smallint not null,
  furthest_step smallint not null,
  steps_complete smallint not null,
  steps_applicable smallint not null,
  surveys_sort date,
  warning_dates date[] not null,
  viewings int not null,
  offers int not null,
  pending_offers int not null,
  version int not null,
  search_text text not null,
  steps jsonb not null,
  surveys jsonb not null,
  step_22 date, step_23 date, step_24 date, step_25 date, step_26 date, step_27 date, step_28 date, step_29 date,
  step_30 date, step_31 date, step_32 date, step_33 date, step_34 date, step_35 date,
  primary key (company_id, property_id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index property_report_progress on property_report (company_id, progress desc, furthest_step desc, address_sort, property_id);
create index property_report_address on property_report (company_id, address_sort, property_id);
create index property_report_count on property_report (company_id, active, phase, taken_on) include (branch_id);

create index property_report_search on property_report using gin (search_text gin_trgm_ops);

create table mail (
  id uuid primary key,
  company_id uuid,
  recipients text[] not null,
  reply_to text,
  subject text not null,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'kept')),
  attempts int not null default 0,
  last_error text,
  createdon timestamptz not null,
  sent_on timestamptz
);
create index mail_newest on mail (createdon desc, id desc);
