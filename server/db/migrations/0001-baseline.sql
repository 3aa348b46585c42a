-- The schema of version 0.1.0. Later changes are files beside this one. Functions, views and triggers are in ../code, except the functions
-- that columns are computed or checked with.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create sequence sale_revision;

create function is_line(value text) returns boolean language sql immutable parallel safe as $$
  select value is null or value !~ '[\u0001-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]'
$$;

-- Data for the palette's search in addition to property_search: names with the digits of telephone numbers, and notes
-- (docs/decisions/0053-search.md). Columns instead of index expressions: for a column the planner has statistics, and the text of a hit is
-- not computed again when it is compared.
create function person_search_text(name text, tel text) returns text language sql immutable parallel safe
  return lower(name) || ' ' || regexp_replace(tel, '\D', '', 'g');

-- Everybody who can sign in. A vendor account belongs to one company: the same person may be a vendor of two.
create table app_user (
  id uuid primary key,
  company_id uuid,
  type text not null,
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
  version integer not null default 1,
  createdon timestamptz not null,
  deleted_on timestamptz,
  -- Who last saved an account, and when: reported to saves with a stale version.
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  -- False: switched off in the profile. Only used for company administrators.
  weekly_summary boolean not null default true,
  -- When an account, or the people of a sale, were erased: marked rows cannot be restored.
  erased_on timestamptz,
  -- A new e-mail address that has not been confirmed yet; the current one stays in force.
  pending_email text check (pending_email = lower(pending_email)),
  deactivated_on timestamptz,
  invited_on timestamptz,
  invitation_mail uuid,
  single_keys boolean not null default true,
  digest_time time,
  digest_sent_on date,
  starts_with text check (starts_with in ('today', 'properties')),
  search_text text generated always as (person_search_text(((first_name || ' ') || last_name), tel)) stored not null,
  -- Whether the account has a confirmed TOTP or a passkey; stored, because every call reads it with the session.
  has_second_factor boolean not null default false,
  -- A company admin who still signs in with a password when single sign-on is required.
  break_glass boolean not null default false,
  all_branches boolean not null default false,
  -- A placeholder vendor: cannot be invited, e-mailed or signed in with.
  placeholder boolean not null default false,
  constraint app_user_check check ((type = 'GYA_ADMIN') = (company_id is null)),
  constraint app_user_check1 check (not all_branches or company_id is not null and type <> 'VENDOR'),
  constraint app_user_lines check (is_line(first_name) and is_line(last_name) and is_line(email) and is_line(tel)),
  check (type in ('GYA_ADMIN', 'COMPANY_ADMIN', 'AREA_MANAGER', 'BRANCH_ADMIN', 'BRANCH_STAFF', 'PROGRESSOR', 'READER', 'VENDOR'))
);
create unique index app_user_staff_email on app_user (email) where (deleted_on is null) and (type <> 'VENDOR');
create unique index app_user_vendor_email on app_user (company_id, email) where (deleted_on is null) and (type = 'VENDOR');
create index app_user_by_email on app_user (email) where deleted_on is null;
create index app_user_by_company on app_user (company_id, type) where deleted_on is null;
create index app_user_by_deletion on app_user (deleted_on) where deleted_on is not null;
create index app_user_search on app_user using gin (company_id, search_text gin_trgm_ops) where deleted_on is null;
-- Whether a company has users yet.
create index app_user_at_work on app_user (company_id) where activated and (type <> 'VENDOR');
-- The third part of the view branch_reach, which read all accounts.
create index app_user_in_every_branch on app_user (company_id) where all_branches or (type = 'COMPANY_ADMIN');

create table company (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  tel text not null default '',
  available_licenses integer not null check (available_licenses >= 1),
  line1 text not null,
  line2 text not null default '',
  town text not null default '',
  county text not null default '',
  country text not null default '',
  postcode text not null,
  fee_deduction integer check (fee_deduction between 0 and 10000),
  notice_period_in_days integer check (notice_period_in_days between 0 and 1000),
  brand_colour text check (brand_colour ~* '^#[0-9a-f]{6}$'),
  md_day smallint not null default 4 check (md_day between 0 and 6),
  md_time text not null default '17:30' check (md_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  logo uuid,
  timeline jsonb not null,
  version integer not null default 1,
  createdon timestamptz not null,
  deleted_on timestamptz,
  -- Who last saved a company or a branch, and when: reported to saves with a stale version.
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  -- Companies that existed before daily states were stored: nothing is known of earlier days.
  days_kept_since date,
  -- Idle limit of the sessions of a company's staff, in hours.
  session_idle_hours integer not null default 12 check (session_idle_hours between 1 and 336),
  -- Domains to which a company allows reports and documents to be e-mailed; empty: any domain.
  recipient_domains text[] not null default '{}'::text[],
  -- Number of months for which a company keeps its security events.
  audit_months integer not null default 24 check (audit_months between 12 and 84),
  -- Whether an administrator of the company must approve when a branch admin adds somebody of another branch.
  confirm_colleagues boolean not null default false,
  -- Whether a company must approve each access first.
  support_approval boolean not null default false,
  -- Day from which chains, firms and contacts are known. Earlier ones are unknown for companies that existed before daily states were stored.
  forecast_known_since date,
  -- Whether readers may e-mail reports to addresses outside the company.
  readers_mail_outside boolean not null default false,
  constraint company_lines check (is_line(name) and is_line(tel) and is_line(line1) and is_line(line2) and is_line(town) and is_line(county)
    and is_line(country) and is_line(postcode))
);
create index company_by_name on company (lower(name), id) where deleted_on is null;
-- Deleted rows that can be restored are found by the time of their deletion.
create index company_by_deletion on company (deleted_on) where deleted_on is not null;

create table area (
  company_id uuid not null references company(id) on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  primary key (company_id, id)
);
create unique index area_by_name on area (company_id, lower(name));

create table branch (
  company_id uuid not null references company(id),
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  tel text not null default '',
  email text not null default '',
  display_text text not null default '' check (length(display_text) <= 1750),
  line1 text not null,
  line2 text not null default '',
  town text not null default '',
  county text not null default '',
  country text not null default '',
  postcode text not null,
  use_branch_deduction boolean not null default false,
  fee_deduction integer check (fee_deduction between 0 and 10000),
  logo uuid,
  timeline_template jsonb not null,
  version integer not null default 1,
  createdon timestamptz not null,
  deleted_on timestamptz,
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  area_id uuid,
  foreign key (company_id, area_id) references area(company_id, id),
  constraint branch_lines check (is_line(name) and is_line(tel) and is_line(email) and is_line(line1) and is_line(line2) and is_line(town)
    and is_line(county) and is_line(country) and is_line(postcode)),
  primary key (company_id, id)
);
create unique index branch_id on branch (id);
create index branch_by_name on branch (company_id, lower(name), id) where deleted_on is null;
create index branch_by_deletion on branch (deleted_on) where deleted_on is not null;
create index branch_by_area on branch (company_id, area_id) where area_id is not null;

create table branch_member (
  company_id uuid not null,
  branch_id uuid not null,
  user_id uuid not null references app_user(id),
  foreign key (company_id, branch_id) references branch(company_id, id),
  primary key (company_id, branch_id, user_id)
);
create index branch_member_by_user on branch_member (user_id);

-- Only the SHA-256 of a token is stored.
create table session (
  token_hash bytea primary key,
  user_id uuid not null references app_user(id) on delete cascade,
  createdon timestamptz not null,
  expires_on timestamptz not null,
  log_id uuid not null,
  -- When a session was last used, when its user last confirmed their identity, and when it ends at the latest.
  last_on timestamptz not null,
  confirmed_on timestamptz not null,
  absolute_end timestamptz not null,
  -- Read by every call: the policy of second factors does not apply to sessions of single sign-on.
  way text not null default 'password' check (way in ('password', 'passkey', 'sso')),
  -- A session whose identity was confirmed again has a new token. Requests in transit still carry the previous one, which is accepted until
  -- `previous_until`.
  previous_token_hash bytea,
  previous_until timestamptz,
  constraint session_ends check (expires_on <= absolute_end),
  constraint session_previous_token check ((previous_token_hash is null) = (previous_until is null))
);
create index session_by_user on session (user_id);
create index session_by_expiry on session (expires_on);
create unique index session_by_log on session (log_id);
create unique index session_by_previous_token on session (previous_token_hash) where previous_token_hash is not null;

create table account_link (
  token_hash bytea primary key,
  user_id uuid not null references app_user(id) on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify')),
  createdon timestamptz not null,
  expires_on timestamptz not null,
  used_on timestamptz
);
create index account_link_by_user on account_link (user_id, purpose);

create table rate_limit (
  key text primary key,
  window_started timestamptz not null,
  tries integer not null
);

-- Mortgage lenders of a company's sales; a new name adds one. Forecast design, section 2.
create table lender (
  company_id uuid not null references company(id),
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  active boolean not null default true,
  constraint lender_lines check (is_line(name)),
  primary key (company_id, id)
);
create unique index lender_by_name on lender (company_id, lower(name));

create table property (
  company_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  owner_id uuid not null references app_user(id),
  line1 text not null,
  line2 text not null default '',
  town text not null default '',
  county text not null default '',
  country text not null default '',
  postcode text not null,
  bedrooms smallint check (bedrooms >= 0),
  ownership text not null default 'unknown' check (ownership in ('unknown', 'freehold', 'leasehold')),
  leasehold_pack_sent text not null default 'unknown' check (leasehold_pack_sent in ('yes', 'no', 'unknown')),
  board_status smallint not null default 0 check (board_status in (0, 1)),
  active boolean not null default true,
  withdrawn_on date,
  logo uuid,
  buyer_name text not null default '',
  buyer_email text not null default '',
  buyer_tel text not null default '',
  buyer_cash_buyer boolean not null default false,
  b_staff uuid references app_user(id),
  chain smallint not null default 3 check (chain between 0 and 3),
  c_term integer check (c_term >= 0),
  c_signed date,
  c_signed_end_date date generated always as ((c_signed + (c_term * 7))) stored,
  listed date,
  agency_fee_type smallint not null default 0 check (agency_fee_type in (0, 1)),
  agency_fee bigint check (agency_fee >= 0),
  agency_fee_percent integer check (agency_fee_percent between 0 and 100000),
  notice_given date,
  notice_days integer check (notice_days >= 0),
  notice_end date generated always as ((notice_given + notice_days)) stored,
  agreed_price bigint check (agreed_price >= 0),
  invoice_sent boolean not null default false,
  completion_date date,
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz not null,
  updated_by uuid references app_user(id),
  deleted_on timestamptz,
  erased_on timestamptz,
  -- A sale with made-up people for a new company to try out; deleted by its own button.
  is_sample boolean not null default false,
  expected_exchange date,
  expected_completion date,
  mortgage_offer_expires date,
  share_expected boolean not null default false,
  buyer_search_text text generated always as (person_search_text(buyer_name, buyer_tel)) stored not null,
  lender_id uuid,
  constraint expected_completion_after_exchange check (expected_completion >= expected_exchange),
  constraint property_check check ((withdrawn_on is null) = active),
  foreign key (company_id, branch_id) references branch(company_id, id),
  constraint property_lender foreign key (company_id, lender_id) references lender(company_id, id),
  constraint property_lines check (is_line(line1) and is_line(line2) and is_line(town) and is_line(county) and is_line(country)
    and is_line(postcode) and is_line(buyer_name) and is_line(buyer_email) and is_line(buyer_tel)),
  primary key (company_id, id)
);
create index property_by_postcode on property (company_id, postcode) where deleted_on is null;
create index property_by_owner on property (owner_id);
-- Deleted properties can be restored for 30 days; they are found by the time of their deletion.
create index property_by_deletion on property (deleted_on) where deleted_on is not null;
-- To hand over somebody's sales.
create index property_by_staff on property (company_id, b_staff) where (b_staff is not null) and (deleted_on is null);
create index property_sample on property (company_id) where is_sample;
create index property_buyer_search on property using gin (company_id, buyer_search_text gin_trgm_ops) where buyer_name <> '';
create index property_by_branch on property (company_id, branch_id) include (owner_id) where deleted_on is null;
create index property_by_completion_date on property (company_id, completion_date) where completion_date is not null;
create index property_by_contract_end on property (company_id, c_signed_end_date) where c_signed_end_date is not null;
create index property_by_notice_end on property (company_id, notice_end) where notice_end is not null;

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
  due_on date,
  due_reason text,
  constraint blocked_exactly_when_blocked check ((state = 'B') = (blocked_on is not null)),
  constraint completed_exactly_when_complete check ((state = 'C') = (completed_on is not null)),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  constraint property_step_due_open check (due_on is null or (state in ('IP', 'B'))),
  constraint property_step_due_reason check ((due_on is null) = (due_reason is null)),
  constraint property_step_lines check (is_line(title)),
  primary key (company_id, property_id, key),
  constraint started_exactly_when_begun check ((state in ('IP', 'B', 'C')) = (started_on is not null)),
  constraint survey_exactly_for_surveys check ((key between 5 and 21) = (survey_date is not null))
);
create index property_step_by_survey_contact on property_step (company_id, survey_contact_poc) where survey_contact_poc is not null;
-- The dates of a feed. Viewings use viewing_by_day.
create index property_step_by_survey_date on property_step (company_id, survey_date) where survey_date is not null;

create table asking_price (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  price bigint not null check (price >= 0),
  effective_date date not null,
  price_option smallint not null check (price_option between 0 and 4),
  createdon timestamptz not null,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, id)
);
create index asking_price_by_property on asking_price (company_id, property_id, effective_date desc, createdon desc);
-- For the hourly job that finds asking prices whose effective date has come.
create index asking_price_by_day on asking_price (effective_date);

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
  search_text text generated always as (person_search_text(name, tel)) stored not null,
  -- Null: not asked.
  may_contact boolean,
  -- The buyer's side (solicitor, broker, notes, additional contacts, memorandum texts, referrals) that was entered before an offer was
  -- accepted and set aside at the acceptance. `isOwn`: it was entered for this offer and comes back when this offer is accepted.
  buyer_side jsonb,
  constraint offer_check check (state <> 'A' or accepted_on is not null),
  constraint offer_check1 check (not cash_buy or deposit_size = 0),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  constraint offer_lines check (is_line(name) and is_line(email) and is_line(tel)),
  primary key (company_id, id)
);
create unique index one_accepted_offer on offer (company_id, property_id) where state = 'A';
create index offer_by_property on offer (company_id, property_id, made_on desc);
create index offer_buyer_search on offer using gin (company_id, search_text gin_trgm_ops) where state = 'A';

create table offer_amount (
  company_id uuid not null,
  offer_id uuid not null,
  position integer not null,
  amount bigint not null,
  note text not null default '',
  createdon timestamptz not null,
  foreign key (company_id, offer_id) references offer(company_id, id) on delete cascade,
  primary key (company_id, offer_id, "position")
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
  email text not null default '',
  tel text not null default '',
  may_contact boolean,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  constraint viewing_lines check (is_line(name) and is_line(email) and is_line(tel)),
  primary key (company_id, id)
);
create index viewing_by_property on viewing (company_id, property_id, viewed_on desc);

create table relaunch (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  relaunched_on date not null,
  notes text not null default '',
  createdon timestamptz not null,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, id)
);
create index relaunch_by_property on relaunch (company_id, property_id, relaunched_on desc);

-- The state of the timeline before an offer was accepted; a fall-off restores it.
create table sale_start (
  company_id uuid not null,
  property_id uuid not null,
  offer_id uuid not null,
  timeline jsonb not null,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, property_id)
);

create table fall_off_reason (
  company_id uuid not null references company(id),
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  party text not null check (party in ('buyer', 'seller', 'chain', 'lender', 'neither')),
  position integer not null,
  -- A reason in use is hidden, never deleted.
  active boolean not null default true,
  constraint fall_off_reason_lines check (is_line(name)),
  primary key (company_id, id)
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
  reason_id uuid,
  party text check (party in ('buyer', 'seller', 'chain', 'lender', 'neither')),
  phase text,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  foreign key (company_id, reason_id) references fall_off_reason(company_id, id),
  constraint fall_off_lines check (is_line(buyer_name)),
  check (phase in ('beforeMemo', 'beforeSearches', 'beforeMortgageOffer', 'beforeEnquiries', 'readyToExchange')),
  primary key (company_id, id)
);
create index fall_off_by_property on fall_off (company_id, property_id, createdon desc);
create index fall_off_by_reason on fall_off (company_id, reason_id) where reason_id is not null;

-- A company's external contacts (solicitors, mortgage brokers) and their points of contact: records, not users.
create table company_contact (
  company_id uuid not null references company(id),
  id uuid not null,
  name text not null check (length(name) between 1 and 160),
  email text not null default '',
  tel text not null default '',
  -- Without first line and postcode: the address is unknown.
  line1 text,
  line2 text not null default '',
  town text not null default '',
  county text not null default '',
  country text not null default '',
  postcode text,
  recommended boolean not null default false,
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  type text not null default 'unknown' check (type in ('solicitor', 'broker', 'unknown')),
  deleted_on timestamptz,
  acted_for jsonb not null default '[]'::jsonb,
  search_text text generated always as (person_search_text(name, tel)) stored not null,
  constraint address_known_or_not check ((line1 is null) = (postcode is null)),
  constraint company_contact_lines check (is_line(name) and is_line(email) and is_line(tel) and is_line(line1) and is_line(line2)
    and is_line(town) and is_line(county) and is_line(country) and is_line(postcode)),
  primary key (company_id, id)
);
create index company_contact_by_name on company_contact (company_id, lower(name), id);
create index company_contact_by_deletion on company_contact (deleted_on) where deleted_on is not null;
create index company_contact_search on company_contact using gin (company_id, search_text gin_trgm_ops) where deleted_on is null;

create table company_contact_poc (
  company_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 160),
  email text not null,
  tel text not null default '',
  note text not null default '',
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  search_text text generated always as (person_search_text(name, tel)) stored not null,
  foreign key (company_id, contact_id) references company_contact(company_id, id) on delete cascade,
  constraint company_contact_poc_lines check (is_line(name) and is_line(email) and is_line(tel)),
  primary key (company_id, contact_id, id)
);
create index company_contact_poc_by_name on company_contact_poc (company_id, contact_id, lower(name), id);
create index company_contact_poc_search on company_contact_poc using gin (company_id, search_text gin_trgm_ops);

create table chain_item (
  company_id uuid not null,
  property_id uuid not null,
  position integer not null check ("position" >= 1 and "position" <= 50),
  this_property boolean not null default false,
  property_ref uuid,
  property_name text not null default '' check (length(property_name) <= 200),
  person_name text not null default '' check (length(person_name) <= 160),
  sale_type text not null default 'ND' check (sale_type in ('ND', 'FTB', 'CB', 'I', 'NDB')),
  note text not null default '' check (length(note) <= 5000),
  timeline jsonb not null default '{}'::jsonb,
  id uuid not null default gen_random_uuid(),
  agent_contact uuid,
  agent_poc uuid,
  agent_name text not null default '' check (length(agent_name) <= 160),
  agent_tel text not null default '' check (length(agent_tel) <= 40),
  solicitor_contact uuid,
  solicitor_poc uuid,
  solicitor_name text not null default '' check (length(solicitor_name) <= 160),
  solicitor_tel text not null default '' check (length(solicitor_tel) <= 40),
  foreign key (company_id, agent_contact, agent_poc) references company_contact_poc(company_id, contact_id, id) on delete set null (agent_poc),
  foreign key (company_id, agent_contact) references company_contact(company_id, id) on delete set null (agent_contact),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  foreign key (company_id, solicitor_contact) references company_contact(company_id, id) on delete set null (solicitor_contact),
  foreign key (company_id, solicitor_contact, solicitor_poc) references company_contact_poc(company_id, contact_id,
    id) on delete set null (solicitor_poc),
  constraint chain_item_lines check (is_line(agent_name) and is_line(agent_tel) and is_line(solicitor_name) and is_line(solicitor_tel)
    and is_line(property_name) and is_line(person_name)),
  primary key (company_id, property_id, "position"),
  constraint own_item_is_own_property check (this_property = (property_ref is not null and property_ref = property_id))
);
create index chain_item_by_ref on chain_item (company_id, property_ref) where property_ref is not null;
create unique index chain_item_by_id on chain_item (company_id, property_id, id);
-- "No property twice": in one chain.
create unique index chain_item_property_once on chain_item (company_id, property_id, property_ref) where property_ref is not null;
create index chain_item_by_agent on chain_item (company_id, agent_contact, agent_poc) where agent_contact is not null;
create index chain_item_by_solicitor on chain_item (company_id, solicitor_contact, solicitor_poc) where solicitor_contact is not null;

-- The record: who changed what, and when. Append-only.
create table event (
  company_id uuid not null,
  id uuid not null,
  property_id uuid,
  user_id uuid,
  at timestamptz not null,
  kind text not null,
  data jsonb not null default '{}'::jsonb,
  via text not null default 'app' check (via in ('app', 'vendor', 'api', 'party', 'import', 'job', 'unknown')),
  via_id uuid,
  -- "Who (name and role then)": trust design, section 2.1. An entry has the name and role of its author when it was written. The column is
  -- part of the sealed digest of the entry (`digestOf`), so an erasure can replace it like the data.
  author jsonb check (jsonb_typeof(author) = 'object'),
  primary key (company_id, id)
);
create index event_by_property on event (company_id, property_id, at desc, id desc);
create index event_by_kind on event (company_id, kind, at);
-- The entries of a property's expected exchange, read with every property.
create index event_expected_exchange on event (company_id, property_id) where kind = 'expected-exchange-set';
-- The first import of a property: Today counts the silence of a sale that was agreed before it from that day, and its entries are no news.
create index event_imported on event (company_id, property_id, at) where kind = 'imported';
create index event_authors_recorded on event (company_id) where kind = 'authors-recorded';
-- The entries of a vendor, whose name is replaced in all of them when the account is erased by age.
create index event_of_vendors on event (company_id, user_id) where via = 'vendor';
create index event_email_written on event (company_id, ((data ->> 'mailId'))) where kind = 'email-written';

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
  agency_fee_percent integer,
  agency_fee bigint,
  expected_fee bigint,
  fee_estimate boolean not null,
  progress smallint not null,
  furthest_step smallint not null,
  steps_complete smallint not null,
  steps_applicable smallint not null,
  surveys_sort date,
  warning_dates date[] not null,
  viewings integer not null,
  offers integer not null,
  pending_offers integer not null,
  version integer not null,
  search_text text not null,
  steps json not null,
  surveys json not null,
  step_22 date,
  step_23 date,
  step_24 date,
  step_25 date,
  step_26 date,
  step_27 date,
  step_28 date,
  step_29 date,
  step_30 date,
  step_31 date,
  step_32 date,
  step_33 date,
  step_34 date,
  step_35 date,
  -- The setup warnings of a property, by which lists find and count them: leaseholdPack, vendorSolicitor, vendorBroker.
  setup_warnings text[] not null default '{}'::text[],
  -- Columns for the presets of the properties list: ownership, and whether the first warning has passed (warning_dates is ordered by time).
  ownership text not null default 'unknown',
  first_warning date,
  -- Lists and the report can be sorted by the completion date of the survey "Mortgage valuations", like by every other step.
  step_6 date,
  -- Sales from before the rule against contradictions are listed by the filter "To tidy": the date until which a sale contradicts itself
  -- ('infinity' if permanently; its completion date if that is in the future), as domain/features/timeline/rules/sale-contradictions.ts
  -- derives it at every save. Null for a valid sale.
  contradicts_until date,
  open_steps json not null default '[]'::json,
  delayed boolean not null default false,
  awaiting_reports boolean not null default false,
  last_step_on date,
  -- The earliest date of an open step that awaits no report, to sort by urgency; null without open steps and for a withdrawn property, which
  -- has no warnings.
  first_red date,
  expected_exchange date,
  expected_completion date,
  mortgage_offer_expires date,
  exchange_moves smallint not null default 0,
  vendor_last_updated_on date,
  buyer_last_updated_on date,
  vendor_solicitor text,
  buyer_solicitor text,
  -- Derived. The agreed completion date, shown in place of the expected one.
  completion_date date,
  -- Whether an offer is accepted, whatever the phase: a property that was withdrawn with an accepted offer is sold and not active.
  sold boolean not null default false,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, property_id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
-- The report's default order (furthest first) and its sorts by date with the newest first are read from an index of the properties that are
-- sold and not completed, with the two most selective columns.
create index property_report_furthest on property_report (company_id, progress desc nulls last, furthest_step desc, address_sort,
  property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_offer on property_report (company_id, offer_accepted desc nulls last, address_sort,
  property_id) include (taken_on, branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_22 on property_report (company_id, step_22 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_23 on property_report (company_id, step_23 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_24 on property_report (company_id, step_24 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_26 on property_report (company_id, step_26 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_27 on property_report (company_id, step_27 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_28 on property_report (company_id, step_28 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_29 on property_report (company_id, step_29 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_30 on property_report (company_id, step_30 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_31 on property_report (company_id, step_31 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_32 on property_report (company_id, step_32 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_33 on property_report (company_id, step_33 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_34 on property_report (company_id, step_34 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_newest_35 on property_report (company_id, step_35 desc nulls last, address_sort, property_id) include (taken_on,
  branch_id) where phase in ('sold', 'exchanged');
create index property_report_list on property_report (company_id, address_sort, property_id) include (branch_id, phase, chain, ownership,
  first_warning, pending_offers, asking_price, taken_on);
-- Contains every column that the report filters or sorts by, so that any sort order with any filters selects its page without reading rows.
create index property_report_choose on property_report (company_id, phase, taken_on) include (property_id, branch_id, b_staff, chain, address_sort,
  progress, furthest_step, offer_accepted, contract_end, asking_price, agreed_price, agency_fee_percent, expected_fee, surveys_sort, step_6, step_22,
  step_23, step_24, step_25, step_26, step_27, step_28, step_29, step_30, step_31, step_32, step_33, step_34, step_35);
create index property_report_to_tidy on property_report (company_id, contradicts_until) where contradicts_until is not null;
create index property_report_expected on property_report (company_id, expected_exchange, address_sort, property_id) include (taken_on, branch_id,
  b_staff) where phase in ('sold', 'exchanged');
create index property_report_vendor_updated on property_report (company_id, vendor_last_updated_on, address_sort, property_id) include (taken_on,
  branch_id, b_staff) where phase in ('sold', 'exchanged');
-- Number of live sales of a progressor, in Today: most of their sales are completed.
create index property_report_live_by_staff on property_report (company_id, b_staff) include (branch_id) where phase not in ('withdrawn', 'completed');
-- The live properties, a quarter of all: the list's default view, its warnings, and the sort by urgency.
create index property_report_live on property_report (company_id, address_sort, property_id) include (branch_id, phase, chain, ownership,
  first_warning, first_red, taken_on) where (phase in ('preForSale', 'forSale', 'sold', 'exchanged')) or (first_warning is not null);
create index property_report_pending on property_report (company_id, address_sort, property_id) include (branch_id) where pending_offers > 0;
create index property_report_with_setup_warnings on property_report (company_id, address_sort,
  property_id) include (branch_id) where setup_warnings <> '{}'::text[];
-- The report without filters, furthest first.
create index property_report_all_furthest on property_report (company_id, progress desc nulls last, furthest_step desc, address_sort,
  property_id) include (taken_on, branch_id, phase);
-- Sales that exchanged in a period. Not affected by saves of open sales.
create index property_report_exchanged on property_report (company_id, step_24) include (branch_id, expected_fee) where step_24 is not null;
create index property_report_count on property_report (company_id, phase, taken_on) include (branch_id, chain, expected_fee, agency_fee_percent,
  first_warning, last_step_on, active, delayed, awaiting_reports, sold);

create table mail (
  id uuid primary key,
  company_id uuid,
  recipients text[] not null,
  reply_to text,
  subject text not null,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'kept', 'cancelled')),
  attempts integer not null default 0,
  last_error text,
  createdon timestamptz not null,
  sent_on timestamptz,
  property_id uuid,
  sent_by uuid references app_user(id),
  cc text[] not null default '{}'::text[],
  bcc text[] not null default '{}'::text[],
  delivered text[] not null default '{}'::text[],
  refused jsonb not null default '{}'::jsonb,
  -- HTML alternative of the text.
  html text,
  -- Whether the files of a message stay in the store for the mailbox: from when the message is kept because no mail server is configured
  -- until its text is deleted. Files of messages kept earlier were removed.
  keeps_files boolean not null default false,
  send_after timestamptz,
  claimed_on timestamptz,
  -- "Messages about a property that carry no link that opens something keep body, html and attachments' files." Trust design, section 2.1.
  -- Texts of messages sent earlier were deleted.
  keep_text boolean not null default false,
  constraint property_of_a_company check (property_id is null or company_id is not null)
);
create index mail_newest on mail (createdon desc, id desc);
create index mail_by_property on mail (company_id, property_id, createdon desc, id desc) where property_id is not null;
-- For the operations page: messages that are waiting or have failed.
create index mail_unsent on mail (state, createdon desc, id desc) where state in ('queued', 'failed');
-- Messages that exceed the company's retention, selected every night.
create index mail_of_company on mail (company_id, createdon) where state <> 'queued';

-- The contacts of either side of a sale: a contact and, once chosen, one of its points of contact. Deleting a contact removes the
-- assignment; deleting a point of contact keeps its contact.
create table property_contact (
  company_id uuid not null,
  property_id uuid not null,
  role text not null check (role in ('vendorSolicitor', 'vendorBroker', 'buyerSolicitor', 'buyerBroker')),
  contact_id uuid not null,
  poc_id uuid,
  foreign key (company_id, contact_id) references company_contact(company_id, id) on delete cascade,
  foreign key (company_id, contact_id, poc_id) references company_contact_poc(company_id, contact_id, id) on delete set null (poc_id),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, property_id, role)
);
create index property_contact_by_contact on property_contact (company_id, contact_id, poc_id);

-- Files are in the file store; rows that refer to one (a logo, an avatar, a document) have its id in a column. A row of this table is a
-- file without a reference: its save has not committed yet, or it was replaced or deleted. The row is written before the file, and deleted
-- in the transaction that refers to the file. After any failure, even of the machine, the row remains, and the file can be found and
-- removed. It belongs to no company.
create table loose_file (
  id uuid primary key,
  kind text not null check (kind in ('picture', 'original')),
  since timestamptz not null,
  discarded boolean not null
);
create index loose_file_by_since on loose_file (since);

-- "A key is gya_<8>_<43 of base64url>, shown once; the database keeps the prefix and the SHA-256 of the whole." Connect design, section 3.
-- A key is looked up by its token before the company is known: a reference table.
create table api_key (
  company_id uuid not null references company(id),
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  prefix text not null check (prefix ~ '^gya_[A-Za-z0-9]{8}$') unique,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Null: all branches of the company, including future ones.
  branch_ids uuid[] check (cardinality(branch_ids) > 0),
  -- Lifetime of the key; a key that replaces it gets the same.
  lasts_days integer not null check (lasts_days between 7 and 365),
  expires_on timestamptz not null,
  created_by uuid not null references app_user(id),
  createdon timestamptz not null,
  -- Accurate to a minute, and without the last part of the address.
  last_used_on timestamptz,
  last_used_from text,
  revoked_on timestamptz,
  replaces uuid,
  -- Days before expiry at which company admins were last reminded: 14, 2 or 0.
  reminded_at integer,
  version integer not null default 1,
  foreign key (company_id, replaces) references api_key(company_id, id),
  primary key (company_id, id)
);
create unique index api_key_is_replaced_once on api_key (company_id, replaces) where replaces is not null;
create index api_key_by_end on api_key (expires_on) where revoked_on is null;

create table note (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  message text not null check (length(message) between 1 and 5000),
  -- No foreign key to the step: a survey can be removed from the timeline, but its notes stay.
  timeline_key smallint check (timeline_key between 1 and 36),
  author_id uuid references app_user(id),
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz not null,
  updated_by uuid references app_user(id),
  -- A note has the branch of its property, which never changes. Filled here, so that processes of the previous version can write notes during
  -- a rolling restart.
  branch_id uuid,
  -- The key that wrote a note, which then has no user as its author.
  author_key uuid,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, id)
);
create index note_newest on note (company_id, property_id, createdon desc, id desc);
create index note_by_step on note (company_id, property_id, timeline_key, createdon desc, id desc);
create index note_search on note using gin (company_id, branch_id, message gin_trgm_ops);
create index note_newest_of_branch on note (company_id, branch_id, id);

create table referral (
  company_id uuid not null,
  property_id uuid not null,
  kind text not null check (kind in ('vendorSolicitor', 'buyerSolicitor', 'vendorBroker', 'buyerBroker')),
  referred_on timestamptz not null,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, property_id, kind)
);

-- The two sides of a sale on the contacts page of a property: the notes of each, and who saved it last. `saved_version` is the version of
-- the property after the last change of the side, so that it does not conflict with saves of the other side.
create table property_side (
  company_id uuid not null,
  property_id uuid not null,
  side text not null check (side in ('vendor', 'buyer')),
  notes text not null default '' check (length(notes) <= 5000),
  saved_version integer not null default 1,
  saved_on timestamptz,
  saved_by uuid references app_user(id),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, property_id, side)
);

-- Additional people of a side: a co-owner, a parent who lends money, an attorney. Records, not users.
create table property_additional_contact (
  company_id uuid not null,
  property_id uuid not null,
  id uuid not null,
  side text not null check (side in ('vendor', 'buyer')),
  position integer not null check ("position" >= 1),
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) between 1 and 80),
  email text not null check (email <> ''),
  tel text not null check (tel <> ''),
  -- "Memorandum of sale recipient".
  memo boolean not null default false,
  search_text text generated always as (person_search_text(((first_name || ' ') || last_name), tel)) stored not null,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  constraint property_additional_contact_company_id_property_id_side_pos_key unique (company_id, property_id, side, "position"),
  constraint property_additional_contact_lines check (is_line(first_name) and is_line(last_name) and is_line(email) and is_line(tel)),
  primary key (company_id, id)
);
create index property_additional_contact_search on property_additional_contact using gin (company_id, search_text gin_trgm_ops);

-- Files of a property. The content is in the file store under the id in `file`; the name is stored as uploaded.
create table document (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  note text not null default '' check (length(note) <= 1000),
  file uuid not null,
  file_name text not null check (length(file_name) between 1 and 255),
  content_type text not null,
  bytes integer not null check (bytes > 0),
  createdon timestamptz not null,
  created_by uuid references app_user(id),
  version integer not null default 1,
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  -- True until a virus scanner has found the document clean: it is stored but cannot be downloaded.
  being_checked boolean not null default false,
  -- SHA-256 of the file of a document; for existing ones filled by the job `hash-documents`.
  sha256 bytea check (octet_length(sha256) = 32),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, id)
);
create index document_by_property on document (company_id, property_id, createdon desc, id desc);
create unique index document_by_file on document (file, company_id);
create index document_without_hash on document (company_id, id) where sha256 is null;

-- Texts of a memorandum of sale in addition to the property's data. A custom text replaces a name.
create table memo (
  company_id uuid not null,
  property_id uuid not null,
  remarks text not null default '' check (length(remarks) <= 5000),
  buyer_custom text not null default '' check (length(buyer_custom) <= 500),
  seller_custom text not null default '' check (length(seller_custom) <= 500),
  agents_contact text not null default '' check (length(agents_contact) <= 500),
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, property_id)
);

-- The attachments of a message: ids of files that are read from the file store when it is sent.
create table mail_attachment (
  company_id uuid not null,
  mail_id uuid not null references mail(id) on delete cascade,
  file uuid not null,
  file_name text not null,
  content_type text not null,
  bytes integer not null,
  -- "E-mails as sent" and documents are bound to the record: an entry `email-written` has the hashes of an e-mail about a property, and the entry
  -- that adds a document has the SHA-256 of its file.
  sha256 bytea check (octet_length(sha256) = 32),
  primary key (company_id, mail_id, file)
);
create index mail_attachment_by_mail on mail_attachment (mail_id);
create index mail_attachment_by_file on mail_attachment (file);

-- The state of a property from one London day (inclusive) to another (exclusive). Derived in the same transaction as the row for lists. A
-- change on a later day closes the row and opens the next; a change on the same day updates it. The state at the end of any past day is
-- therefore stable.
create table property_day (
  company_id uuid not null,
  property_id uuid not null,
  since date not null,
  until date not null default 'infinity'::date,
  branch_id uuid not null,
  phase text not null,
  chain smallint not null,
  asking_price bigint,
  expected_fee bigint,
  contract_end date,
  notice_given date,
  notice_end date,
  completion_date date,
  vendor_solicitor boolean not null,
  vendor_broker boolean not null,
  -- The earliest last day of an open step, by track: overdue once it has passed. None while the property is withdrawn.
  first_warning date,
  legal_warning date,
  financial_warning date,
  survey_warning date,
  survey_awaits_report boolean not null,
  legal_blocked boolean not null,
  financial_blocked boolean not null,
  any_blocked boolean not null,
  constraint a_day_at_least check (since < until),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, property_id, since)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create unique index property_day_now on property_day (company_id, property_id) where until = 'infinity'::date;
create index property_day_that_counts on property_day (company_id, branch_id, until, since) include (property_id, phase, chain, asking_price,
  expected_fee, contract_end, notice_given, notice_end, completion_date, vendor_solicitor, vendor_broker, first_warning, legal_warning,
  financial_warning, survey_warning, survey_awaits_report, legal_blocked, financial_blocked, any_blocked) where (phase in ('preForSale', 'forSale',
  'sold', 'exchanged')) or (first_warning is not null) or any_blocked or survey_awaits_report;

-- Weekly summaries sent by e-mail to a company's administrators when its week closes. A row means that a week was reported. It is written
-- in the transaction of the messages, so that each week is reported once.
create table weekly_summary (
  company_id uuid not null references company(id),
  last_day date not null,
  closed_on timestamptz not null,
  createdon timestamptz not null,
  recipients integer not null,
  primary key (company_id, last_day)
);

-- The stored rows. They are deleted with the report row of the property, so that deleted properties count in no figure.
create table property_happening (
  company_id uuid not null,
  property_id uuid not null,
  what text not null,
  id uuid not null,
  branch_id uuid not null,
  on_day date not null,
  fee_day date not null,
  amount bigint,
  first_price bigint,
  cash boolean,
  fee bigint,
  foreign key (company_id, property_id) references property_report(company_id, property_id) on delete cascade,
  primary key (company_id, property_id, what, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index property_happening_by_day on property_happening (company_id, branch_id, what, on_day) include (property_id, id, amount, first_price,
  cash, fee);

-- The time up to which a vendor has seen the messages about their sale. The messages are derived from step events in the record.
create table vendor_seen (
  company_id uuid not null references company(id) on delete cascade,
  user_id uuid not null references app_user(id) on delete cascade,
  seen_until timestamptz not null,
  primary key (company_id, user_id)
);

-- Retention settings of a company; without a row the defaults apply.
create table retention (
  company_id uuid primary key references company(id) on delete cascade,
  sales_years integer not null check (sales_years between 0 and 50),
  mail_days integer not null check (mail_days between 0 and 3650),
  version integer not null default 1,
  updatedon timestamptz not null,
  updated_by uuid references app_user(id),
  applied_on timestamptz,
  -- "Kept `retention.sale_mail_years` (new, default 6) after the message."
  sale_mail_years integer not null default 6 check (sale_mail_years between 1 and 50)
);

-- Audit log of sessions, people, exports and settings: who acted, and from where. Separate from the record of sales. Entries of the
-- platform have the company 00000000-….
create table audit (
  company_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  kind text not null,
  user_id uuid,
  about_user_id uuid,
  session_log_id uuid,
  key_id uuid,
  network inet,
  data jsonb not null default '{}'::jsonb,
  primary key (company_id, id)
);
create index audit_by_time on audit (company_id, at desc, id desc);
create index audit_by_kind on audit (company_id, kind, at);
create index audit_by_user on audit (company_id, user_id, at desc);
create index audit_about_user on audit (company_id, about_user_id, at desc) where about_user_id is not null;
-- The audit log is listed by session and by network, each newest first.
create index audit_by_session on audit (company_id, session_log_id, at) where session_log_id is not null;
create index audit_by_network on audit (company_id, network, at) where network is not null;

-- The log of all sessions, which outlives them.
create table session_log (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null references app_user(id) on delete cascade,
  opened_on timestamptz not null,
  last_on timestamptz not null,
  ended_on timestamptz,
  ended_because text,
  way text not null check (way in ('password', 'passkey', 'sso')),
  second text not null default 'none' check (second in ('none', 'totp', 'passkey', 'recovery')),
  device text not null,
  network inet,
  constraint session_log_check check ((ended_on is null) = (ended_because is null)),
  check (ended_because in ('signed-out', 'replaced', 'ended', 'ended-by-administrator', 'password', 'email', 'account-ended', 'expired',
    'factors-reset', 'provider-required')),
  primary key (company_id, id)
);
create index session_log_of_user on session_log (company_id, user_id, opened_on desc);

-- Responses to calls with an Idempotency-Key, for 24 hours: a repeated call gets the response and is not executed again. A row is inserted
-- at the start of the transaction of its call and committed with it, so that the same key waits for a running call, and a failed call
-- leaves no row. Platform admins belong to company 00000000-0000-0000-0000-000000000000.
create table idempotency_key (
  company_id uuid not null,
  principal_kind text not null check (principal_kind in ('user', 'key', 'link')),
  principal_id uuid not null,
  -- SHA-256 of the key. The digest of the request is keyed with the key itself, so that it cannot be guessed.
  key_hash bytea not null,
  request_digest bytea not null,
  answer jsonb,
  createdon timestamptz not null,
  primary key (company_id, principal_kind, principal_id, key_hash)
);
create index idempotency_key_by_age on idempotency_key (createdon);

-- Changed fee deductions that are being applied to the expected fees of a company's properties. The job goes through the
-- properties in the order of their ids and continues after `last_property` when it was interrupted.
create table fee_update (
  company_id uuid not null references company(id) on delete cascade,
  id uuid not null,
  -- Null: the properties of all branches.
  branch_id uuid,
  total integer not null,
  done integer not null default 0,
  last_property uuid,
  createdon timestamptz not null,
  finished_on timestamptz,
  primary key (company_id, id)
);
create index fee_update_open on fee_update (company_id) where finished_on is null;

-- Pending requests for that approval. The row is deleted on approval or refusal; the record contains the decision.
create table join_request (
  company_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  user_id uuid not null references app_user(id),
  asked_by uuid not null references app_user(id),
  asked_on timestamptz not null,
  foreign key (company_id, branch_id) references branch(company_id, id),
  unique (company_id, branch_id, user_id),
  primary key (company_id, id)
);

-- Something about one sale that somebody should do now or later, or a task. Derived in the transaction of each change; `subject_id` is the
-- property or, for a task without one, the task. Lateness is in hundredths, the fee in whole pounds.
create table action_item (
  company_id uuid not null,
  subject_id uuid not null,
  key text not null,
  property_id uuid,
  branch_id uuid,
  progressor_id uuid,
  kind text not null,
  party_ref text,
  party_role text not null,
  firm_id uuid,
  description text not null,
  shows_on date not null,
  shows_until date,
  due_on date not null,
  due_at time,
  late_base smallint not null,
  late_per_day smallint not null,
  late_cap smallint not null,
  fee integer,
  phase text,
  progress smallint,
  expected_exchange date,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, subject_id, key)
);
create index action_item_by_progressor on action_item (company_id, progressor_id, shows_on) include (subject_id, key, property_id, branch_id, kind,
  party_ref, firm_id, shows_until, due_on, due_at, late_base, late_per_day, late_cap, fee, phase, progress, expected_exchange);
create index action_item_by_branch on action_item (company_id, branch_id, shows_on) include (subject_id, key, property_id, progressor_id, kind,
  party_ref, firm_id, shows_until, due_on, due_at, late_base, late_per_day, late_cap, fee, phase, progress, expected_exchange);
create index action_item_by_party on action_item (company_id, party_ref, shows_on);

-- Snoozes an action item until a time. Deleted with its item.
create table action_item_snooze (
  company_id uuid not null,
  subject_id uuid not null,
  key text not null,
  until timestamptz not null,
  reason text not null check (reason in ('snoozed', 'chased', 'promised')),
  conversation_id uuid,
  attempts smallint not null default 0,
  set_by uuid not null,
  set_on timestamptz not null,
  foreign key (company_id, subject_id, key) references action_item(company_id, subject_id, key) on delete cascade,
  primary key (company_id, subject_id, key)
);

-- One contact with one party about one or more sales. Never edited; `undone_on` marks one that was undone.
create table conversation (
  company_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  user_id uuid not null,
  channel text not null check (channel in ('call', 'email', 'letter', 'inPerson')),
  inbound boolean not null default false,
  party_ref text not null,
  party_role text not null,
  party_name text not null,
  firm_name text,
  note text not null default '',
  mail_id uuid,
  undone_on timestamptz,
  createdon timestamptz not null,
  constraint conversation_lines check (is_line(party_name) and is_line(firm_name)),
  primary key (company_id, id)
);
create index conversation_by_party on conversation (company_id, party_ref, at desc);

create table conversation_sale (
  company_id uuid not null,
  conversation_id uuid not null,
  property_id uuid not null,
  outcome text not null check (outcome in ('spoke', 'leftMessage', 'noAnswer', 'promised', 'emailed')),
  item_keys text[] not null default '{}'::text[],
  note text not null default '',
  promised_on date,
  next_at timestamptz,
  call_back_open boolean not null default false,
  vendor_text text,
  -- The palette also finds notes of conversations (docs/decisions/0053-search.md). The row of a conversation and a sale has the note about
  -- the sale and the note about all sales, in lower case, and the branch of the sale, so that one index answers the search in a branch.
  branch_id uuid,
  search_text text not null default '',
  foreign key (company_id, conversation_id) references conversation(company_id, id) on delete cascade,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, conversation_id, property_id),
  constraint promise_has_day check ((outcome = 'promised') = (promised_on is not null))
);
create index conversation_sale_by_property on conversation_sale (company_id, property_id, conversation_id);
create index conversation_sale_search on conversation_sale using gin (company_id, branch_id, search_text gin_trgm_ops) where search_text <> '';
create index conversation_sale_newest_of_branch on conversation_sale (company_id, branch_id, conversation_id) where search_text <> '';

-- Time up to which the news of a sale were seen.
create table property_seen (
  company_id uuid not null,
  property_id uuid not null,
  seen_until timestamptz not null,
  seen_by uuid,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, property_id)
);

create table task_template (
  company_id uuid not null references company(id),
  id uuid not null,
  branch_id uuid,
  phase text not null,
  title text not null,
  note text not null default '',
  offset_days smallint not null check (offset_days between 0 and 365),
  assign text not null check (assign in ('progressor', 'creator')),
  active boolean not null default true,
  position smallint not null,
  version integer not null default 1,
  foreign key (company_id, branch_id) references branch(company_id, id),
  constraint task_template_lines check (is_line(title)),
  primary key (company_id, id)
);
create index task_template_by_branch on task_template (company_id, branch_id, "position");

create table task (
  company_id uuid not null references company(id),
  id uuid not null,
  property_id uuid,
  branch_id uuid,
  title text not null,
  note text not null default '',
  assignee_id uuid not null references app_user(id),
  due_on date,
  due_at time,
  repeat_every smallint check (repeat_every between 1 and 52),
  repeat_unit text check (repeat_unit in ('day', 'weekday', 'week', 'month')),
  repeat_from text check (repeat_from in ('due', 'done')),
  -- Day of the month of the first due date, so that a task of the 31st returns to the 31st.
  repeat_day smallint,
  state text not null default 'open' check (state in ('open', 'done', 'cancelled')),
  done_on timestamptz,
  done_by uuid,
  cancel_reason text,
  template_id uuid,
  phase_entry uuid,
  created_by uuid not null,
  createdon timestamptz not null,
  updatedon timestamptz not null,
  updated_by uuid,
  version integer not null default 1,
  -- The repeating task that precedes this one: reopening it removes an unchanged successor.
  follows_id uuid,
  constraint done_exactly_when_done check ((state = 'done') = (done_on is not null)),
  constraint repeat_is_whole check ((repeat_every is null) = (repeat_unit is null) and (repeat_every is null) = (repeat_from is null)),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  unique (company_id, property_id, template_id, phase_entry),
  constraint task_lines check (is_line(title)),
  primary key (company_id, id),
  constraint time_needs_day check (due_at is null or due_on is not null)
);
create index task_by_assignee on task (company_id, assignee_id, state, due_on);
create index task_by_property on task (company_id, property_id);
create index task_by_followed on task (company_id, follows_id) where follows_id is not null;

-- An action of a person that can be undone as a whole. `parts`: for each part its kind, and its state before and after.
create table undo (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  description text not null,
  parts jsonb not null,
  undone_on timestamptz,
  primary key (company_id, id)
);
create index undo_by_age on undo (at);

-- A company without a row has the defaults.
create table day_settings (
  company_id uuid primary key references company(id),
  vendor_silence smallint not null default 7 check (vendor_silence between 1 and 60),
  vendor_silence_for_sale smallint not null default 14 check (vendor_silence_for_sale between 1 and 60),
  buyer_silence smallint not null default 14 check (buyer_silence between 1 and 60),
  update_every smallint not null default 7 check (update_every between 1 and 60),
  next_spoke smallint not null default 5 check (next_spoke between 0 and 30),
  next_message smallint not null default 1 check (next_message between 0 and 30),
  next_email smallint not null default 2 check (next_email between 0 and 30),
  version integer not null default 1,
  updatedon timestamptz not null,
  updated_by uuid
);

-- Progress of the first derivation of a company's action items, in chunks. No row: not begun.
create table action_item_fill (
  company_id uuid primary key references company(id),
  total integer not null,
  done integer not null default 0,
  last_property uuid,
  started_on timestamptz not null,
  finished_on timestamptz
);

-- Items that a person settled, for the list of items done. Copies of the items as they were; swept after two days.
create table action_item_settled (
  company_id uuid not null,
  subject_id uuid not null,
  key text not null,
  property_id uuid,
  branch_id uuid,
  progressor_id uuid,
  kind text not null,
  party_ref text,
  party_role text not null,
  firm_id uuid,
  description text not null,
  due_on date not null,
  due_at time,
  fee integer,
  phase text,
  progress smallint,
  expected_exchange date,
  settled_by uuid not null,
  settled_on timestamptz not null,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, subject_id, key)
);
create index action_item_settled_by_person on action_item_settled (company_id, settled_by, settled_on);
create index action_item_settled_by_age on action_item_settled (settled_on);

-- The templates of a company, or of a branch, are saved as a whole. No row: never saved.
create table task_template_list (
  company_id uuid not null references company(id),
  -- The branch, or the company for its own list.
  owner_id uuid not null,
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid,
  primary key (company_id, owner_id)
);

-- Number of rows of property_report by the columns that most lists filter by, so that a total does not count a hundred thousand index
-- entries. A row with `taken_in` counts a branch and phase by month of take-on, one without it by chain and ownership. Rows are added and
-- never updated: the number is their sum, so that saves do not wait for each other. A job merges them
-- (docs/decisions/0046-counts-and-searches.md).
create table property_count (
  company_id uuid not null,
  branch_id uuid not null,
  phase text not null,
  chain smallint,
  ownership text,
  taken_in date,
  properties integer not null,
  sold boolean not null default false,
  constraint counts_one_way check ((taken_in is null) = (chain is not null) and (chain is null) = (ownership is null))
);
create index property_count_of on property_count (company_id, ((taken_in is null)), phase) include (branch_id, chain, ownership, taken_in,
  properties, sold);

-- The text that lists are searched by, and what most of them filter and sort by, in a narrow row of its own: a search reads
-- forty rows from a page instead of five, and a save that leaves the text as it is does not touch the trigram index
-- (docs/decisions/0046-counts-and-searches.md). The columns are those of property_report.
create table property_search (
  company_id uuid not null,
  property_id uuid not null,
  branch_id uuid not null,
  phase text not null,
  chain smallint not null,
  ownership text not null,
  taken_on date not null,
  progress smallint not null,
  furthest_step smallint not null,
  address_sort text not null,
  search_text text not null,
  sold boolean not null default false,
  foreign key (company_id, property_id) references property_report(company_id, property_id) on delete cascade,
  primary key (company_id, property_id)
) with (fillfactor = 85);
create index property_search_text on property_search using gin (company_id, branch_id, search_text gin_trgm_ops);

-- The stocks of a branch at the end of a past day, added up, so that the dashboard of a company reads five of its six periods from a few
-- hundred of these rows (docs/decisions/0046-counts-and-searches.md). `definition` identifies the metrics' SQL and windows with which the
-- sums were made; other sums are not read. A job creates them; changes of a past day delete them.
create table property_day_sum (
  company_id uuid not null,
  branch_id uuid not null,
  day date not null,
  definition text not null,
  sums jsonb not null,
  foreign key (company_id, branch_id) references branch(company_id, id) on delete cascade,
  primary key (company_id, branch_id, day)
);

-- A saved set of columns, order, filters, sort and freeze of the workflow report or the properties list.
create table saved_view (
  company_id uuid not null references company(id),
  id uuid not null,
  owner_id uuid not null references app_user(id),
  -- The branch with which it is shared.
  branch_id uuid,
  list text not null check (list in ('report', 'properties')),
  name text not null,
  columns text[] not null,
  frozen smallint not null check (frozen between 2 and 4),
  filters jsonb not null,
  sort text not null,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid,
  version integer not null default 1,
  foreign key (company_id, branch_id) references branch(company_id, id),
  primary key (company_id, id)
);
create index saved_view_by_owner on saved_view (company_id, owner_id);
create index saved_view_by_branch on saved_view (company_id, branch_id) where branch_id is not null;

-- Templates of e-mails and letters: of the company, or of a branch, where they replace the company's template of the same name. `audience`:
-- roles of the recipients; `event`: what sends it while `automatic` (day design, section 4).
create table message_template (
  company_id uuid not null references company(id),
  id uuid not null,
  branch_id uuid,
  name text not null check (char_length(name) between 1 and 80),
  channel text not null check (channel in ('email', 'letter')),
  -- `memorandum`: prefills the e-mail of the memorandum of sale.
  purpose text not null default 'general' check (purpose in ('general', 'memorandum')),
  audience text[] not null check (cardinality(audience) > 0),
  steps smallint[] not null default '{}'::smallint[],
  event text check (event in ('offerAccepted', 'memoSent', 'fallenOff', 'exchanged', 'completionDateSet', 'completed')),
  automatic boolean not null default false,
  current_number integer not null,
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid,
  deleted_on timestamptz,
  constraint automatic_needs_event check (not automatic or event is not null and channel = 'email'),
  foreign key (company_id, branch_id) references branch(company_id, id),
  primary key (company_id, id)
);
create unique index message_template_name on message_template (company_id, branch_id, lower(name)) NULLS not DISTINCT where deleted_on is null;

-- Each save of a template's words is a new numbered text. Texts are never changed.
create table message_template_text (
  company_id uuid not null,
  template_id uuid not null,
  number integer not null,
  subject text not null check (char_length(subject) <= 200),
  body text not null check (char_length(body) <= 10000),
  saved_by uuid,
  saved_on timestamptz not null,
  foreign key (company_id, template_id) references message_template(company_id, id) on delete cascade,
  primary key (company_id, template_id, number)
);

-- The text of a message from a person or an automatic template; the outbox deletes texts once they are sent.
create table sent_message (
  company_id uuid not null,
  mail_id uuid not null,
  conversation_id uuid,
  template_id uuid,
  template_number integer,
  subject text not null,
  body text not null,
  createdon timestamptz not null,
  property_id uuid,
  foreign key (company_id, conversation_id) references conversation(company_id, id) on delete cascade,
  foreign key (company_id, template_id, template_number) references message_template_text(company_id, template_id, number),
  primary key (company_id, mail_id),
  constraint template_has_number check ((template_id is null) = (template_number is null))
);
create index sent_message_by_conversation on sent_message (company_id, conversation_id) where conversation_id is not null;
create index sent_message_by_property on sent_message (company_id, property_id) where property_id is not null;

-- Updates that a person wrote to the vendor about a sale since the previous update ("The weekly vendor update", day design, section 7).
-- Unedited drafts are not stored. `until`: the time up to which its text follows the record.
create table vendor_update (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  state text not null check (state in ('draft', 'sent', 'skipped')),
  since timestamptz not null,
  until timestamptz not null,
  text text not null default '' check (length(text) <= 5000),
  edited boolean not null default false,
  skip_reason text check (skip_reason in ('spoke', 'nothing', 'other')),
  saved_by uuid,
  at timestamptz not null,
  mail_id uuid,
  version integer not null default 1,
  constraint reason_exactly_when_skipped check ((state = 'skipped') = (skip_reason is not null)),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, id)
);
create unique index vendor_update_draft on vendor_update (company_id, property_id) where state = 'draft';
create index vendor_update_by_property on vendor_update (company_id, property_id, at desc);
create index vendor_update_by_day on vendor_update (company_id, at) where state <> 'draft';

-- A sale with step news for its vendor that was not e-mailed yet: changes since `since` become one message.
create table vendor_news (
  company_id uuid not null,
  property_id uuid not null,
  since timestamptz not null,
  send_after timestamptz not null,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, property_id)
);
create index vendor_news_by_time on vendor_news (send_after);

-- An event of a sale whose automatic messages are waiting. `occasion`: the offer of the sale.
create table automatic_waiting (
  company_id uuid not null,
  property_id uuid not null,
  event text not null,
  occasion uuid not null,
  send_after timestamptz not null,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, property_id, event)
);
create index automatic_waiting_by_time on automatic_waiting (send_after);

-- Nobody gets the same automatic message about a sale twice.
create table automatic_sent (
  company_id uuid not null,
  template_id uuid not null,
  property_id uuid not null,
  party_ref text not null,
  occasion uuid not null,
  mail_id uuid not null,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  foreign key (company_id, template_id) references message_template(company_id, id) on delete cascade,
  primary key (company_id, template_id, property_id, party_ref, occasion)
);

-- Entries without a position; written in the transaction of the change. A short queue that is emptied continuously.
create table event_unsealed (
  company_id uuid not null,
  event_id uuid not null,
  primary key (company_id, event_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 2000);

create table event_seal (
  company_id uuid not null,
  position bigint not null check ("position" > 0),
  event_id uuid not null,
  salt bytea check (octet_length(salt) = 16),
  data_digest bytea not null check (octet_length(data_digest) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  unique (company_id, event_id),
  primary key (company_id, "position")
);

-- Data with which an erasure replaced an entry. `by_event_id`: the entry of the erasure, which includes the digests.
create table record_amendment (
  company_id uuid not null,
  position bigint not null,
  ordinal integer not null check (ordinal > 0),
  by_event_id uuid not null,
  salt bytea check (octet_length(salt) = 16),
  digest bytea not null check (octet_length(digest) = 32),
  primary key (company_id, "position", ordinal)
);
create index record_amendment_by_erasure on record_amendment (company_id, by_event_id);

-- Entries up to this position were written before sealing existed.
create table record_start (
  company_id uuid primary key,
  position bigint not null,
  sealed_on timestamptz not null
);

-- Signed statements of the length and hash of the record.
create table record_checkpoint (
  company_id uuid not null,
  position bigint not null,
  at timestamptz not null,
  hash bytea not null check (octet_length(hash) = 32),
  note text not null,
  key_id text not null,
  mailed_on timestamptz,
  primary key (company_id, "position")
);

-- Public halves of the signing keys. `id`: first four bytes of SHA-256 of name, algorithm and key, as in signed notes.
create table record_key (
  id text primary key,
  public_key bytea not null check (octet_length(public_key) = 32),
  since timestamptz not null,
  until timestamptz,
  -- A signature over a public key by a key of this installation: without it, a row proves nothing, because whoever can write to the database
  -- can add one.
  endorsement bytea check (octet_length(endorsement) = 64)
);

-- Recipients of checkpoints; without a row, the company's administrators.
create table record_settings (
  company_id uuid primary key references company(id) on delete cascade,
  checkpoint_addresses text[] not null default '{}'::text[],
  version integer not null default 1,
  updatedon timestamptz not null,
  updated_by uuid references app_user(id)
);

-- Verifications of a whole record: requested on the page, run by a job.
create table record_verification (
  company_id uuid not null,
  id uuid not null,
  asked_by uuid,
  asked_on timestamptz not null,
  checkpoint text,
  done bigint not null default 0,
  total bigint not null default 0,
  verdict jsonb,
  finished_on timestamptz,
  primary key (company_id, id)
);
create index record_verification_by_day on record_verification (company_id, asked_on desc);

-- Checks that the key for secrets fits the database: this row must decrypt with it. Its value is the key of the recovery code hashes.
-- Inserted with the first secret.
create table secret_key_check (
  id integer primary key check (id = 1),
  pepper_encrypted bytea not null
);

-- A ticket between the two steps of a sign-in, or the challenge of a passkey. `user_id` is null until a passkey identifies its owner.
create table sign_in_challenge (
  ticket_hash bytea primary key,
  user_id uuid references app_user(id) on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'passkey', 'register', 'confirm')),
  challenge text,
  tries integer not null default 0,
  expires_on timestamptz not null
);
create index sign_in_challenge_of_user on sign_in_challenge (user_id);
create index sign_in_challenge_expired on sign_in_challenge (expires_on);

create table totp (
  user_id uuid primary key references app_user(id) on delete cascade,
  secret_encrypted bytea not null,
  -- Null until a code has proved that the app has the secret.
  confirmed_on timestamptz,
  -- The last 30-second step that was used: each step is accepted once.
  last_counter bigint
);

create table passkey (
  -- Credential id, base64url.
  id text primary key check (length(id) between 1 and 1400),
  user_id uuid not null references app_user(id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  -- Synced between devices: its counter stays 0.
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 60),
  createdon timestamptz not null,
  last_used_on timestamptz
);
create index passkey_of_user on passkey (user_id);

create table recovery_code (
  user_id uuid not null references app_user(id) on delete cascade,
  ordinal integer not null check (ordinal between 1 and 10),
  code_hash bytea not null,
  used_on timestamptz,
  -- The salt of the password hash (Argon2id) of a recovery code; all codes of an account share it. Null: older codes with a keyed hash only,
  -- until the account creates new ones.
  salt bytea check (octet_length(salt) >= 16),
  primary key (user_id, ordinal)
);

-- Roles for which a company requires a second factor, and from which day.
create table company_sign_in (
  company_id uuid primary key references company(id),
  second_factor_for text[] not null default '{}'::text[],
  required_from date,
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  constraint company_sign_in_check check ((second_factor_for = '{}'::text[]) = (required_from is null)),
  check (second_factor_for <@ array['COMPANY_ADMIN', 'AREA_MANAGER', 'BRANCH_ADMIN', 'BRANCH_STAFF', 'PROGRESSOR', 'READER'])
);

-- Fall-off reasons of a company. Without a row in `fall_off_reason_list`, the initial reasons apply unchanged.
create table fall_off_reason_list (
  company_id uuid primary key references company(id),
  -- The question asked when an offer or a viewing is entered.
  may_contact_words text not null check (length(may_contact_words) between 1 and 200),
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid
);

-- Results of asking earlier bidders and viewers after a fall-off.
create table rescue_mark (
  company_id uuid not null,
  property_id uuid not null,
  fall_off_id uuid not null,
  kind text not null check (kind in ('offer', 'viewing')),
  person_id uuid not null,
  outcome text not null check (outcome in ('called', 'e-mailed', 'interested', 'not-interested')),
  marked_on timestamptz not null,
  marked_by uuid not null,
  foreign key (company_id, fall_off_id) references fall_off(company_id, id) on delete cascade,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, fall_off_id, kind, person_id)
);

-- Agents outside the company who were told of a fall-off, or of a restored sale.
create table chain_told (
  company_id uuid not null,
  property_id uuid not null,
  fall_off_id uuid not null,
  news text not null check (news in ('fell', 'restored')),
  position integer not null,
  told_on timestamptz not null,
  told_by uuid not null,
  conversation_id uuid,
  foreign key (company_id, fall_off_id) references fall_off(company_id, id) on delete cascade,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, fall_off_id, news, "position")
);

-- Checks required before an offer is accepted, and before contracts are exchanged. No rows: the initial set, both gates off.
create table gate_list (
  company_id uuid primary key references company(id),
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid
);

create table gate_mode (
  company_id uuid not null references company(id),
  gate text not null check (gate in ('accept', 'exchange')),
  mode text not null check (mode in ('off', 'warn', 'block')),
  since timestamptz not null,
  primary key (company_id, gate)
);

create table gate_item (
  company_id uuid not null references company(id),
  id uuid not null,
  gate text not null check (gate in ('accept', 'exchange')),
  title text not null check (length(title) between 1 and 80),
  help text not null default '' check (length(help) <= 300),
  applies text not null check (applies in ('always', 'mortgage', 'cash', 'leasehold', 'chain')),
  evidence text not null check (evidence in ('none', 'note', 'reference', 'document')),
  -- Evaluated from the data of the sale.
  auto text check (auto in ('buyerSolicitor', 'chainKnown', 'depositHeld', 'mortgageGood', 'packSent', 'identityGood')),
  -- Number of days for which a check is valid.
  valid_days integer check (valid_days between 1 and 3650),
  -- Roles that may override it; empty: none.
  override_by text[] not null default '{}'::text[],
  ordinal integer not null,
  active boolean not null default true,
  -- Whether a check before acceptance is about the buyer: then the evidence of an earlier offer serves no later one. True also for items of
  -- older archives. Until now the title decided.
  about_buyer boolean not null default true,
  primary key (company_id, id)
);

-- The gate under which an offer was accepted: later changes of the template do not apply to it.
create table gate_sale (
  company_id uuid not null,
  property_id uuid not null,
  offer_id uuid not null,
  gate text not null check (gate in ('accept', 'exchange')),
  mode text not null check (mode in ('warn', 'block')),
  items jsonb not null,
  createdon timestamptz not null,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, offer_id, gate)
);

create table gate_check (
  company_id uuid not null,
  property_id uuid not null,
  offer_id uuid not null,
  item_id uuid not null,
  title text not null,
  state text not null check (state in ('open', 'met', 'overridden')),
  reference text not null default '' check (length(reference) <= 120),
  document_id uuid,
  note text not null default '' check (length(note) <= 500),
  met_on timestamptz,
  met_by uuid,
  expires_on date,
  -- Why it was overridden.
  reason text not null default '' check (length(reason) <= 500),
  version integer not null default 1,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, property_id, offer_id, item_id)
);
create index gate_check_by_document on gate_check (company_id, document_id) where document_id is not null;

-- Who previewed which text of an automatic template on a real sale: "a person switches one on after a preview on a real sale" (day design,
-- section 4).
create table template_preview (
  company_id uuid not null,
  template_id uuid not null,
  number integer not null,
  user_id uuid not null,
  property_id uuid not null,
  at timestamptz not null,
  foreign key (company_id, template_id, number) references message_template_text(company_id, template_id, number) on delete cascade,
  primary key (company_id, template_id, number, user_id)
);

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
  groups text[] not null default '{}'::text[],
  user_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'sealing', 'reading', 'writing', 'ready', 'failed')),
  failure text,
  asked_by uuid not null,
  asked_on timestamptz not null,
  made_on timestamptz,
  -- The position of the checkpoint that was signed for it.
  position bigint,
  entries integer,
  left_out integer,
  pdf uuid,
  pdf_bytes integer,
  zip uuid,
  zip_bytes bigint,
  -- The verdict when the file was created; null for older files.
  verdict jsonb,
  constraint record_file_check check ((copy = 'party') = (party is not null)),
  constraint record_file_check1 check (copy = 'full' or zip is null),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, id)
);
create index record_file_by_property on record_file (company_id, property_id, asked_on desc, id desc);
create index record_file_by_day on record_file (made_on) where pdf is not null;
create index record_file_by_verdict on record_file (company_id, made_on desc) where verdict is not null;

create table area_member (
  company_id uuid not null,
  area_id uuid not null,
  user_id uuid not null references app_user(id),
  foreign key (company_id, area_id) references area(company_id, id) on delete cascade,
  primary key (company_id, area_id, user_id)
);
create index area_member_by_user on area_member (user_id);

-- The OpenID provider with which the members of a company sign in.
create table company_provider (
  company_id uuid primary key references company(id),
  kind text not null check (kind in ('entra', 'google')),
  issuer text not null,
  client_id text not null,
  secret_encrypted bytea not null,
  -- Role and branches of a user who signs in for the first time and has no account.
  role text not null check (role in ('BRANCH_STAFF', 'PROGRESSOR', 'READER')),
  all_branches boolean not null default false,
  branch_ids uuid[] not null default '{}'::uuid[],
  -- Passwords of members are not accepted, except those of break-glass administrators.
  required boolean not null default false,
  -- The last successful test sign-in with these settings, and its user.
  tested_on timestamptz,
  tested_by uuid references app_user(id),
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  constraint company_provider_check check ((tested_on is null) = (tested_by is null))
);

-- E-mail domains that a platform admin has confirmed for a company.
create table company_domain (
  domain text primary key check (domain = lower(domain) and length(domain) between 4 and 253),
  company_id uuid not null references company(id),
  confirmed_by uuid not null references app_user(id),
  confirmed_on timestamptz not null
);
create index company_domain_of_company on company_domain (company_id);

-- The account of a subject of a provider.
create table sso_identity (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references app_user(id) on delete cascade,
  createdon timestamptz not null,
  primary key (issuer, subject)
);
create unique index sso_identity_of_user on sso_identity (user_id, issuer);

-- A browser that was redirected to a provider and is expected back within ten minutes.
create table sso_attempt (
  state_hash bytea primary key,
  company_id uuid not null references company(id) on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'test', 'confirm')),
  -- The user who tests the provider, or confirms their identity.
  user_id uuid references app_user(id) on delete cascade,
  provider_version integer not null,
  nonce text not null,
  verifier_encrypted bytea not null,
  -- Hash of the cookie of the redirected browser.
  browser_hash bytea not null,
  next_path text,
  expires_on timestamptz not null,
  constraint sso_attempt_check check ((purpose = 'sign-in') = (user_id is null))
);
create index sso_attempt_expired on sso_attempt (expires_on);

-- Accesses of platform admins to a company, with their reasons. Open from opened_on until ended_on or ends_on. Read with the session of a
-- platform admin, before a company is known.
create table support_access (
  company_id uuid not null references company(id),
  id uuid not null,
  user_id uuid not null references app_user(id),
  reason text not null check (length(reason) between 1 and 300),
  hours integer not null check (hours between 1 and 8),
  asked_on timestamptz not null,
  opened_on timestamptz,
  ends_on timestamptz,
  ended_on timestamptz,
  ended_by uuid references app_user(id),
  refused_on timestamptz,
  -- The company admin who approved or refused it.
  decided_by uuid references app_user(id),
  -- When the company's administrators were told what was done in the access. Null until it has ended.
  reported_on timestamptz,
  constraint support_access_check check ((opened_on is null) = (ends_on is null)),
  constraint support_access_check1 check (refused_on is null or opened_on is null),
  primary key (company_id, id)
);
create index support_access_of_user on support_access (user_id, ends_on);
create index support_access_of_company on support_access (company_id, asked_on desc);
create index support_access_unreported on support_access (ends_on) where (opened_on is not null) and (reported_on is null);

-- Snoozes of deleted sales, deleted alone or with their branch: deleting their action items deletes the snoozes. Restoring a sale restores
-- them.
create table deleted_snooze (
  company_id uuid not null,
  subject_id uuid not null,
  key text not null,
  until timestamptz not null,
  reason text not null,
  conversation_id uuid,
  attempts smallint not null,
  set_by uuid not null,
  set_on timestamptz not null,
  foreign key (company_id, subject_id) references property(company_id, id) on delete cascade,
  primary key (company_id, subject_id, key)
);

-- Step times, factors of firms and rates of falling through, learned from a company's own sales as at a day. Forecast design, section 3.
create table learned_run (
  company_id uuid not null references company(id),
  learned_on date not null,
  -- Increases when the formulas change.
  method smallint not null,
  -- Sales that exchanged in the two years before.
  sales integer not null,
  -- 1 / variance of the paces of sales.
  k double precision not null,
  -- Factor of the rates of blocked steps.
  blocked double precision not null,
  -- Accuracy of the company's stored forecasts of the last 52 weeks, as at the day of learning.
  widening double precision not null default 1,
  -- Forecasts whose 8-in-10 day has passed and whose sale held, and how many of these exchanged by it.
  due_by_80 integer not null default 0,
  came_by_80 integer not null default 0,
  -- The company's track record by horizon, as at the day of learning, because calculating it from hundreds of thousands of stored forecasts
  -- takes seconds. That of a branch is calculated on read.
  track_record jsonb,
  replayed boolean not null default false,
  -- The closed days with which the times of these tables were counted; forecasts based on them use the same.
  closed jsonb not null default '[{"to": "01-01", "from": "12-24"}]'::jsonb,
  -- How reliably steps are recorded, by branch and step: rows of group, key, recorded, missing, late. Decision 86.
  entries jsonb not null default '[]'::jsonb,
  -- Sales that exchanged before they were recorded, from files that state no falls.
  sales_without_falls integer not null default 0,
  primary key (company_id, learned_on)
);

-- `step`: key of a step, 'survey', or 'falls' (bands of days since the sale was agreed; done: falls).
create table learned_band (
  company_id uuid not null,
  learned_on date not null,
  step text not null,
  grp text not null check (grp in ('all', 'freehold', 'leasehold', 'chain', 'alone')),
  band smallint not null,
  done integer not null,
  days integer not null,
  rate double precision not null,
  foreign key (company_id, learned_on) references learned_run(company_id, learned_on) on delete cascade,
  primary key (company_id, learned_on, step, grp, band)
);

create table learned_factor (
  company_id uuid not null,
  learned_on date not null,
  kind text not null check (kind in ('branch', 'vendorFirm', 'buyerFirm', 'broker', 'lender', 'progressor')),
  id uuid not null,
  observed integer not null,
  expected double precision not null,
  factor double precision not null,
  -- Comparison of firms and people: sales and days behind a factor, and a factor of progressors, which forecasts do not use. Forecast design,
  -- section 10.
  finished_sales integer not null default 0,
  open_sales integer not null default 0,
  median_days integer,
  foreign key (company_id, learned_on) references learned_run(company_id, learned_on) on delete cascade,
  primary key (company_id, learned_on, kind, id)
);

-- The forecast of each open sale for one day. `sale_id` is the accepted offer.
create table sale_forecast (
  company_id uuid not null,
  property_id uuid not null,
  sale_id uuid not null,
  branch_id uuid not null,
  progressor_id uuid,
  -- The version of the property on which it is based: the forecast is stale if either differs.
  on_day date not null,
  -- Properties of the company in the same chain.
  linked uuid[] not null,
  learned_on date,
  basis text not null check (basis in ('baseline', 'part', 'own')),
  -- Null: later than a year.
  half_by date,
  by_80 date,
  -- Chance of falling off before exchange.
  p_fall real not null,
  pace real not null,
  -- Chance of having exchanged by the end of on_day + n.
  by_day real[] not null,
  decides jsonb not null,
  fee integer,
  -- Reasons that hold, in display order, and the largest of their factors.
  risks jsonb not null default '[]'::jsonb,
  risk_factor real not null default 1,
  -- Whether the mortgage offer may expire before the exchange: such a sale is at risk, however likely it is to hold.
  offer_expires boolean not null default false,
  revision bigint not null,
  -- Of the open sales of `linked`, in its order; 0: not an open sale.
  linked_revisions bigint[] not null,
  -- The expected exchange as typed.
  typed date,
  constraint sale_forecast_of_report foreign key (company_id, property_id) references property_report(company_id, property_id) on delete cascade,
  primary key (company_id, property_id)
);
create index sale_forecast_by_branch on sale_forecast (company_id, branch_id, half_by, property_id);
-- The sales of a company by expected exchange.
create index sale_forecast_by_half on sale_forecast (company_id, on_day, half_by, property_id);
-- Forecasts of another day, or with other learned times.
create index sale_forecast_by_age on sale_forecast (company_id, on_day, coalesce(learned_on, '-infinity'::date));
-- Sales with other sales of the company in their chain.
create index sale_forecast_linked on sale_forecast (company_id, property_id) where linked <> '{}'::uuid[];
-- For lists of a company, and the number of sales at risk.
create index sale_forecast_by_fee on sale_forecast (company_id, on_day, coalesce(fee, 0));
create index sale_forecast_by_loss on sale_forecast (company_id, on_day, ((p_fall * (coalesce(fee, 0))::double precision)));
-- The sales of a company that are most likely to fall through.
create index sale_forecast_by_risk on sale_forecast (company_id, on_day, p_fall desc) include (offer_expires);
-- The number of forecasts of each branch, and whether any of them has changed.
create index sale_forecast_by_revision on sale_forecast (company_id, on_day, branch_id) include (revision, property_id);

-- Weekly copies of forecasts, against which the track record is scored.
create table sale_forecast_week (
  company_id uuid not null,
  on_day date not null,
  sale_id uuid not null,
  property_id uuid not null,
  branch_id uuid not null,
  progressor_id uuid,
  half_by date,
  by_80 date,
  p_fall real not null,
  pace real not null,
  -- Chance of having exchanged by the end of on_day + 7 × n.
  by_week real[] not null,
  fee integer,
  -- Data for scoring a stored forecast: the expected exchange as typed on that day, and the sales with which it would have exchanged.
  -- Forecast design, section 9.
  typed date,
  linked uuid[] not null default '{}'::uuid[],
  -- Weeks before forecasts were stored, calculated later from the stored days and what could be learned by then.
  replayed boolean not null default false,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, on_day, sale_id)
);
create index sale_forecast_week_by_branch on sale_forecast_week (company_id, branch_id, on_day);
create index sale_forecast_week_by_sale on sale_forecast_week (company_id, sale_id, on_day);

-- Calendar feeds (connect design, section 5). The address contains a token of 256 random bits, of which only the SHA-256 is stored. Looked
-- up by the token, before the company is known.
create table calendar_feed (
  company_id uuid not null references company(id),
  id uuid not null,
  user_id uuid not null references app_user(id),
  name text not null check (length(name) between 1 and 60),
  token_hash bytea not null check (length(token_hash) = 32) unique,
  kinds text[] not null,
  -- Only sales that the owner progresses.
  mine boolean not null,
  -- Null: all branches in the owner's scope.
  branch_ids uuid[] check (cardinality(branch_ids) > 0),
  createdon timestamptz not null,
  last_read_on timestamptz,
  revoked_on timestamptz,
  check (cardinality(kinds) > 0 and kinds <@ array['viewing', 'survey', 'completion', 'contract-end', 'notice-end']),
  primary key (company_id, id)
);
create index calendar_feed_of_user on calendar_feed (company_id, user_id) where revoked_on is null;

-- When each reason to fall through was first found in the forecast of a sale, and when it was first absent again: factors are learned from
-- these days. Forecast design, section 7. `sale_id` is the accepted offer; a reason that is open when the sale ends held to its end.
create table sale_risk_day (
  company_id uuid not null,
  sale_id uuid not null,
  risk text not null check (risk in ('offer-expiry', 'price', 'delayed', 'overdue', 'survey', 'chain', 'silence')),
  since date not null,
  until date,
  property_id uuid not null,
  constraint sale_risk_day_check check (until >= since),
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, sale_id, risk, since)
);
create unique index sale_risk_day_open on sale_risk_day (company_id, sale_id, risk) where until is null;
create index sale_risk_day_by_property on sale_risk_day (company_id, property_id);

-- How much more often sales fell off while a reason held.
create table learned_risk (
  company_id uuid not null,
  learned_on date not null,
  risk text not null check (risk in ('offer-expiry', 'price', 'delayed', 'overdue', 'survey', 'chain', 'silence')),
  observed integer not null,
  expected double precision not null,
  factor double precision not null check (factor > 0::double precision),
  foreign key (company_id, learned_on) references learned_run(company_id, learned_on) on delete cascade,
  primary key (company_id, learned_on, risk)
);

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
  state text not null default 'open',
  counts jsonb not null default '{}'::jsonb,
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
  version integer not null default 1,
  -- When the last attempt of an import job failed; null: the job is waiting or running, or has succeeded.
  job_failed_on timestamptz,
  -- Since when a job sends the invitations of an import's vendors; null: none does.
  inviting_since timestamptz,
  foreign key (company_id, branch_id) references branch(company_id, id),
  primary key (company_id, id),
  check (state in ('open', 'reading', 'mapped', 'checking', 'checked', 'running', 'stopped', 'done', 'undoing', 'undone', 'failed'))
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
  parts integer not null check (parts > 0),
  row_count integer not null default 0,
  -- [{ name, samples, filled }]
  columns jsonb not null default '[]'::jsonb,
  -- { column: field or null }
  mapping jsonb not null default '{}'::jsonb,
  -- How each field was determined: { column: 'recognised' | 'remembered' | 'person' }
  mapped_by jsonb not null default '{}'::jsonb,
  -- { column: { value of the file: our value, or null to leave it empty } }
  codes jsonb not null default '{}'::jsonb,
  notices jsonb not null default '[]'::jsonb,
  createdon timestamptz not null,
  -- For a ZIP: the format of the table in it.
  index_format text check (index_format in ('csv', 'xlsx', 'blm')),
  -- Once it has been read, a file replaces those of its name in the import, and their other uses.
  replaces boolean not null default false,
  -- The file whose rows it uses as another kind; that file may have been removed.
  copy_of uuid,
  foreign key (company_id, import_id) references import(company_id, id) on delete cascade,
  unique (company_id, import_id, ordinal),
  primary key (company_id, id)
);

create table import_part (
  company_id uuid not null,
  file_id uuid not null,
  part_no integer not null,
  bytes integer not null,
  stored_file uuid not null,
  createdon timestamptz not null,
  foreign key (company_id, file_id) references import_file(company_id, id) on delete cascade,
  primary key (company_id, file_id, part_no)
);
create index import_part_by_day on import_part (createdon);

create table import_row (
  company_id uuid not null,
  file_id uuid not null,
  -- The line number as shown by a spreadsheet.
  row_no integer not null,
  import_id uuid not null,
  file_ordinal smallint not null,
  -- Rows of one property, or of one firm, are written together or not at all.
  group_key text,
  group_order integer,
  raw jsonb not null,
  title text not null default '',
  decision text check (decision in ('create', 'update', 'same', 'duplicate', 'error', 'skip')),
  -- Errors and duplicates first.
  decision_rank smallint generated always as (
case decision
    when 'error' then 0
    when 'duplicate' then 1
    when 'update' then 2
    when 'create' then 3
    when 'same' then 4
    when 'skip' then 5
    else 6
end) stored,
  choice text check (choice in ('skip', 'update', 'create')),
  target_id uuid,
  issues jsonb not null default '[]'::jsonb,
  plan jsonb not null default '[]'::jsonb,
  written_on timestamptz,
  held_back text,
  left_out text,
  undone_on timestamptz,
  kept_because text,
  foreign key (company_id, file_id) references import_file(company_id, id) on delete cascade,
  foreign key (company_id, import_id) references import(company_id, id) on delete cascade,
  primary key (company_id, file_id, row_no)
);
create index import_row_by_group on import_row (company_id, import_id, group_key);
create index import_row_by_decision on import_row (company_id, import_id, decision_rank, file_ordinal, row_no);
create index import_row_by_line on import_row (company_id, import_id, file_ordinal, row_no);
create index import_row_to_write on import_row (company_id, import_id, group_order) where (written_on is null) and (held_back is null)
  and (left_out is null);
-- Counting the rows with errors of a file, and listing them for the download, must not read all rows of the file.
create index import_row_with_error on import_row (company_id, file_id, row_no) where (decision = 'error') or (left_out is not null);

-- What an import wrote, for its undo.
create table import_change (
  company_id uuid not null,
  import_id uuid not null,
  ordinal integer not null,
  group_key text not null,
  -- Name of the table.
  what text not null,
  object_id uuid not null,
  property_id uuid,
  -- Key of the row in its table.
  key jsonb not null,
  -- Previous values of the changed columns; null: the row was created.
  before jsonb,
  after_version integer,
  -- For a property: the number of entries of its record that are not from this import.
  after_digest text,
  foreign key (company_id, import_id) references import(company_id, id) on delete cascade,
  primary key (company_id, import_id, ordinal)
);
create index import_change_by_group on import_change (company_id, import_id, group_key);
-- Accounts that an import created or named, for its invitations.
create index import_change_by_object on import_change (company_id, import_id, what, object_id);

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
  unique (company_id, kind, fingerprint),
  primary key (company_id, id)
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
-- Used by GET /open/:companyId/by-ref/:system/:ref and for the references in open reads.
create index external_ref_of_properties on external_ref (company_id, object_id) where kind = 'property';

-- Webhook endpoints of a company, and the messages sent to them (connect design, section 4).
create table webhook (
  company_id uuid not null references company(id),
  id uuid not null,
  url text not null check (length(url) between 1 and 2000),
  description text not null default '' check (length(description) <= 200),
  -- Message types; '*': all.
  kinds text[] not null check (cardinality(kinds) > 0),
  -- Null: all branches.
  branch_ids uuid[] check (cardinality(branch_ids) > 0),
  secret_encrypted bytea not null,
  -- The previous secret also signs until then.
  old_secret_encrypted bytea,
  old_until timestamptz,
  state text not null default 'on' check (state in ('on', 'failing', 'off')),
  off_because text check (off_because in ('by-hand', 'gone', 'failing')),
  -- Position at which it was switched off: messages exist for entries up to this position.
  cursor bigint,
  -- The first failure since the last success.
  failing_since timestamptz,
  last_success_on timestamptz,
  created_by uuid not null references app_user(id),
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  version integer not null default 1,
  constraint webhook_check check ((old_secret_encrypted is null) = (old_until is null)),
  constraint webhook_check1 check ((state = 'off') = (off_because is not null)),
  constraint webhook_check2 check ((state = 'off') = (cursor is not null)),
  primary key (company_id, id)
);

-- One message to one endpoint, created with the position of its entry. An exchange creates two messages for one entry.
create table webhook_message (
  company_id uuid not null,
  webhook_id uuid not null,
  position bigint not null,
  type text not null,
  -- 0, incremented each time it is sent again.
  replay integer not null default 0,
  event_id uuid not null,
  property_id uuid,
  -- The unit of ordered delivery: the entries of a property, or those without one.
  line uuid generated always as (coalesce(property_id, webhook_id)) stored not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  attempts smallint not null default 0,
  next_try_on timestamptz not null,
  last_status integer,
  last_words text not null default '',
  last_ms integer,
  delivered_on timestamptz,
  -- When it was delivered or given up.
  ended_on timestamptz,
  createdon timestamptz not null,
  constraint webhook_message_check check ((state = 'waiting') = (ended_on is null)),
  constraint webhook_message_check1 check ((state = 'delivered') = (delivered_on is not null)),
  foreign key (company_id, webhook_id) references webhook(company_id, id) on delete cascade,
  primary key (company_id, webhook_id, "position", type, replay)
);
create index webhook_message_in_line on webhook_message (company_id, webhook_id, line, "position", type, replay) where state = 'waiting';
create index webhook_message_by_state on webhook_message (company_id, webhook_id, state, next_try_on);
create index webhook_message_by_end on webhook_message (ended_on) where ended_on is not null;

-- Position in the company's record of the last change of a property or contact, by which incremental reads are ordered. Set by the sealer
-- in the transaction that assigns positions to the entries, so that later positions are always greater. Connect design, section 3.7. 0: no
-- entry has a position.
create table property_position (
  company_id uuid not null,
  property_id uuid not null,
  position bigint not null check ("position" >= 0),
  primary key (company_id, property_id)
);
create index property_position_in_order on property_position (company_id, "position", property_id);

create table contact_position (
  company_id uuid not null,
  contact_id uuid not null,
  position bigint not null check ("position" >= 0),
  primary key (company_id, contact_id)
);
create index contact_position_in_order on contact_position (company_id, "position", contact_id);

-- Exports of all data of a company. The file is kept for 7 days; the row stays, with who requested it and the number of downloads.
create table company_export (
  company_id uuid not null references company(id),
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
  downloads integer not null default 0,
  primary key (company_id, id)
);
create unique index company_export_under_way on company_export (company_id) where state in ('queued', 'running');
create index company_export_by_day on company_export (company_id, createdon desc, id desc);
create index company_export_to_expire on company_export (expires_on) where file is not null;

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
  foreign key (company_id, file_id) references import_file(company_id, id) on delete cascade,
  primary key (company_id, file_id, name)
);

-- Archives of companies uploaded by a platform admin: connect design, section 2.1, points 5 to 7.
create table archive_upload (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  bytes bigint not null check (bytes > 0),
  parts integer not null check (parts > 0),
  -- SHA-256 of the first and last part: identifies the same file, to resume its upload.
  fingerprint text not null,
  state text not null default 'uploading',
  uploaded_by uuid not null references app_user(id),
  createdon timestamptz not null,
  of_company uuid,
  company_name text,
  exported_at timestamptz,
  position bigint,
  with_files boolean not null default false,
  -- SHA-256 of the whole file, as verified.
  sha256 text,
  -- What has been verified or restored, one entry per table.
  progress jsonb not null default '[]'::jsonb,
  refusal jsonb,
  failure text,
  done_steps text[] not null default '{}'::text[],
  verified_on timestamptz,
  restored_on timestamptz,
  check (state in ('uploading', 'verifying', 'verified', 'refused', 'restoring', 'giving-up', 'restored'))
);
create index archive_upload_by_day on archive_upload (createdon desc);
create index archive_upload_of_company on archive_upload (of_company);

create table archive_part (
  archive_id uuid not null references archive_upload(id) on delete cascade,
  part_no integer not null check (part_no > 0),
  bytes integer not null,
  stored_file uuid not null,
  createdon timestamptz not null,
  primary key (archive_id, part_no)
);

-- Keys of another installation that signed checkpoints of a company before it was restored here.
create table company_record_key (
  company_id uuid not null references company(id),
  key_id text not null,
  public_key bytea not null check (octet_length(public_key) = 32),
  since timestamptz not null,
  until timestamptz,
  endorsement bytea check (octet_length(endorsement) = 64),
  primary key (company_id, key_id)
);

-- The address contains a token of 256 random bits, of which only the SHA-256 is stored, and only while the link is open, so that looking up
-- an ended link equals looking up an unknown one. A link is looked up by its token before the company is known: a reference table, which
-- cannot refer to `property`.
create table party_link (
  company_id uuid not null references company(id),
  id uuid not null,
  property_id uuid not null,
  -- The accepted offer to which it belongs.
  offer_id uuid not null,
  party text not null check (party in ('vendor-conveyancer', 'buyer-conveyancer', 'buyer')),
  name text not null,
  email text not null,
  contact_id uuid,
  poc_id uuid,
  token_hash bytea check (length(token_hash) = 32) unique,
  -- Whether the party is notified of decisions by e-mail.
  tell_me boolean not null default false,
  created_by uuid not null references app_user(id),
  createdon timestamptz not null,
  sent_on timestamptz not null,
  expires_on timestamptz not null,
  ended_on timestamptz,
  ended_because text,
  last_seen_on timestamptz,
  constraint party_link_check check ((ended_because is null) = (ended_on is null)),
  constraint party_link_check1 check (ended_because is null or token_hash is null),
  check (ended_because in ('revoked', 'fell-off', 'completed', 'deleted', 'email-changed', 'replaced', 'expired', 'erased')),
  constraint party_link_lines check (is_line(name) and is_line(email)),
  primary key (company_id, id)
);
create index party_link_of_property on party_link (company_id, property_id, createdon desc);
create index party_link_of_contact on party_link (company_id, contact_id) where ended_on is null;
create index party_link_open on party_link (expires_on) where ended_on is null;

-- Number of reads of a link per day, without address or device.
create table party_visit (
  company_id uuid not null,
  link_id uuid not null,
  on_day date not null,
  reads integer not null,
  foreign key (company_id, link_id) references party_link(company_id, id),
  primary key (company_id, link_id, on_day)
);

create table party_proposal (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  link_id uuid not null,
  what text not null check (what in ('step', 'date', 'document', 'message')),
  step_key smallint,
  step_state text check (step_state in ('C', 'IP')),
  date_kind text check (date_kind in ('completion', 'exchange', 'survey')),
  on_day date,
  text text not null default '' check (length(text) <= 1000),
  -- The file belongs to the proposal until it is accepted, then to the document.
  document_file uuid,
  document_id uuid,
  file_name text,
  content_type text,
  bytes integer,
  sha256 bytea,
  createdon timestamptz not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'taken-back', 'overtaken')),
  decided_by uuid references app_user(id),
  decided_on timestamptz,
  reason text not null default '' check (length(reason) <= 300),
  -- When the agency was notified by e-mail.
  notified_on timestamptz,
  constraint party_proposal_check check ((state = 'open') = (decided_on is null)),
  constraint party_proposal_check1 check (what <> 'step' or step_key is not null and step_state is not null and on_day is not null),
  constraint party_proposal_check2 check (what <> 'date' or date_kind is not null and on_day is not null),
  foreign key (company_id, link_id) references party_link(company_id, id),
  foreign key (company_id, property_id) references property(company_id, id),
  primary key (company_id, id)
);
create index party_proposal_of_property on party_proposal (company_id, property_id, createdon desc);
create index party_proposal_of_link on party_proposal (company_id, link_id, createdon desc);
create index party_proposal_open on party_proposal (company_id, createdon) where state = 'open';
create index party_proposal_to_tell on party_proposal (createdon) where (state = 'open') and (notified_on is null);
-- "One open proposal a step", or kind of day, for each link.
create unique index party_proposal_once on party_proposal (company_id, link_id, (
case
    when ((what = 'date') and (date_kind <> 'survey')) then date_kind
    else (step_key)::text
end)) where (state = 'open') and (what in ('step', 'date'));

-- One acceptance of an offer until it exchanges or falls off; `id` is the offer. A restored sale is the same sale.
create table sale (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  -- As in the current row of sale_day.
  outcome text not null check (outcome in ('open', 'exchanged', 'fell', 'cancelled', 'withdrawn', 'deleted')),
  -- The first stored day.
  known_on date not null,
  -- Changes with every change of the sale's facts: a forecast with another revision is stale.
  revision bigint not null,
  -- Whether the forecast of a sale must be calculated. Set in the transaction of each change of the sale's facts, and cleared once a forecast
  -- of this revision is saved. Finding stale forecasts therefore reads a small index instead of comparing every open sale.
  forecast_due boolean not null default true,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  primary key (company_id, id)
);
create index sale_by_property on sale (company_id, property_id);
create index sale_by_day on sale (company_id, known_on);
create index sale_forecast_due on sale (company_id, property_id) where (outcome = 'open') and forecast_due;

create table sale_day (
  company_id uuid not null,
  sale_id uuid not null,
  since date not null,
  until date not null default 'infinity'::date,
  -- cancelled: the acceptance was undone, or its fall-off was removed from the list; withdrawn: the property is withdrawn.
  outcome text not null check (outcome in ('open', 'exchanged', 'fell', 'cancelled', 'withdrawn', 'deleted')),
  agreed_on date not null,
  exchanged_on date,
  branch_id uuid not null,
  progressor_id uuid,
  tenure text not null check (tenure in ('unknown', 'freehold', 'leasehold')),
  chain smallint not null check (chain between 0 and 3),
  vendor_firm uuid,
  buyer_firm uuid,
  broker uuid,
  -- Pence, without VAT.
  expected_fee bigint,
  expected_exchange date,
  offer_expires date,
  -- The last note, e-mail or conversation; completed steps count in addition.
  last_contact date,
  -- The last day on which the accepted offer was amended downwards.
  reduced_on date,
  -- An earlier sale of the property fell off because of a survey.
  survey_ended_sale boolean not null default false,
  lender_id uuid,
  constraint sale_day_check check (since < until),
  foreign key (company_id, sale_id) references sale(company_id, id) on delete cascade,
  primary key (company_id, sale_id, since)
);
create index sale_day_by_branch on sale_day (company_id, branch_id, until, since) where outcome = 'open';
create index sale_day_exchanged on sale_day (company_id, exchanged_on) where exchanged_on is not null;

create table sale_step_day (
  company_id uuid not null,
  sale_id uuid not null,
  key smallint not null,
  since date not null,
  until date not null default 'infinity'::date,
  state text not null check (state in ('C', 'NS', 'IP', 'B', 'NA')),
  started_on date,
  completed_on date,
  blocked_on date,
  survey_date date,
  -- The day after which it is overdue, of a running step.
  warning_on date,
  constraint sale_step_day_check check (since < until),
  foreign key (company_id, sale_id) references sale(company_id, id) on delete cascade,
  primary key (company_id, sale_id, key, since)
);
-- Learning reads the days on which steps were delayed: for a completed step, only its stored days have them. Decision 86.
create index sale_step_day_blocked on sale_step_day (company_id, sale_id) where state = 'B';

-- A link of a sale's chain: a property of the company, or a checklist entered by hand.
create table sale_link_day (
  company_id uuid not null,
  sale_id uuid not null,
  link_id uuid not null,
  since date not null,
  until date not null default 'infinity'::date,
  position smallint not null,
  property_ref uuid,
  cash boolean not null,
  -- Ticks with the day on which each was first seen; null: before daily states were stored.
  ticked jsonb not null,
  added_on date not null,
  -- When its checklist last changed.
  changed_on date not null,
  sale_type text check (sale_type in ('ND', 'FTB', 'CB', 'I', 'NDB')),
  has_address boolean,
  constraint sale_link_day_check check (since < until),
  foreign key (company_id, sale_id) references sale(company_id, id) on delete cascade,
  primary key (company_id, sale_id, link_id, since)
);

-- Progress of companies whose record is still being folded into earlier days.
create table sale_fold (
  company_id uuid primary key references company(id),
  last_property uuid
);

-- Forecasts of past days that somebody requested: recalculated from the stored days, with the same result each time. Deleted some days
-- after they were made.
create table sale_forecast_as_at (
  company_id uuid not null,
  on_day date not null,
  property_id uuid not null,
  sale_id uuid not null,
  branch_id uuid not null,
  progressor_id uuid,
  linked uuid[] not null,
  learned_on date,
  basis text not null check (basis in ('baseline', 'part', 'own')),
  half_by date,
  by_80 date,
  p_fall real not null,
  pace real not null,
  by_day real[] not null,
  decides jsonb not null,
  fee integer,
  risks jsonb not null,
  risk_factor real not null,
  offer_expires boolean not null,
  typed date,
  made_on date not null,
  foreign key (company_id, property_id) references property_report(company_id, property_id) on delete cascade,
  primary key (company_id, on_day, property_id)
);
create index sale_forecast_as_at_by_branch on sale_forecast_as_at (company_id, branch_id, on_day, half_by);
create index sale_forecast_as_at_by_property on sale_forecast_as_at (company_id, property_id);
create index sale_forecast_as_at_made on sale_forecast_as_at (made_on);

-- A company that never changed its settings has no row: closed from 24 December to 1 January, people are not compared.
create table forecast_settings (
  company_id uuid primary key references company(id),
  -- Whether the tab Staff compares progressors.
  compare_staff boolean not null,
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid
);

-- Yearly ranges of days that are not counted, as MM-DD; one may run over the end of the year.
create table closed_day (
  company_id uuid not null references company(id),
  id uuid not null,
  from_md text not null check (from_md ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  to_md text not null check (to_md ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  primary key (company_id, id)
);

-- Items of jobs that failed: when they are tried again, and those that are tried no more. `key` contains ids, `error` no values.
create table job_failure (
  job text not null check (length(job) between 1 and 60),
  key text not null check (length(key) between 1 and 120),
  company_id uuid,
  failures integer not null check (failures >= 0),
  next_try timestamptz not null,
  -- Set while the item is tried again. A process that ends meanwhile leaves it, and its try counts as a failure.
  running_since timestamptz,
  error text not null check (length(error) <= 200),
  first_failed timestamptz not null,
  last_failed timestamptz not null,
  primary key (job, key)
);
create index job_failure_stuck on job_failure (first_failed) where failures >= 10;
create index job_failure_company on job_failure (company_id) where company_id is not null;
create index job_failure_last on job_failure (last_failed);

-- A running learning: the sales that it has read, and how many there are.
create table learning_progress (
  company_id uuid primary key references company(id) on delete cascade,
  sales_read integer not null,
  sales integer not null
);

-- References between tables that name each other.
alter table app_user add constraint app_user_company_id_fkey foreign key (company_id) references company(id);
alter table note add constraint note_by_key foreign key (company_id, author_key) references api_key(company_id, id) not valid;
