-- Expected dates: "the day people work towards" (day design, section 6).
alter table property
  add column expected_exchange date,
  add column expected_completion date,
  add column mortgage_offer_expires date,
  add column share_expected boolean not null default false,
  add constraint expected_completion_after_exchange check (expected_completion >= expected_exchange);

-- Derived. `vendor_last_updated_on`: last day the vendor was spoken to or written to by a person.
alter table property_report
  add column expected_exchange date,
  add column expected_completion date,
  add column mortgage_offer_expires date,
  add column exchange_moves smallint not null default 0,
  add column vendor_last_updated_on date,
  add column buyer_last_updated_on date,
  add column vendor_solicitor text,
  add column buyer_solicitor text;
create index property_report_expected on property_report (company_id, expected_exchange, address_sort, property_id)
  include (taken_on, branch_id, b_staff) where phase in ('sold', 'exchanged');
create index property_report_vendor_updated on property_report (company_id, vendor_last_updated_on, address_sort, property_id)
  include (taken_on, branch_id, b_staff) where phase in ('sold', 'exchanged');

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
  fee int not null,
  phase text,
  progress smallint,
  expected_exchange date,
  primary key (company_id, subject_id, key),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index action_item_by_progressor on action_item (company_id, progressor_id, shows_on) include
  (subject_id, key, property_id, branch_id, kind, party_ref, firm_id, shows_until, due_on, due_at, late_base, late_per_day, late_cap,
   fee, phase, progress, expected_exchange);
create index action_item_by_branch on action_item (company_id, branch_id, shows_on) include
  (subject_id, key, property_id, progressor_id, kind, party_ref, firm_id, shows_until, due_on, due_at, late_base, late_per_day, late_cap,
   fee, phase, progress, expected_exchange);
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
  primary key (company_id, subject_id, key),
  foreign key (company_id, subject_id, key) references action_item on delete cascade
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
  primary key (company_id, id)
);
create index conversation_by_party on conversation (company_id, party_ref, at desc);

create table conversation_sale (
  company_id uuid not null,
  conversation_id uuid not null,
  property_id uuid not null,
  outcome text not null check (outcome in ('spoke', 'leftMessage', 'noAnswer', 'promised', 'emailed')),
  item_keys text[] not null default '{}',
  note text not null default '',
  promised_on date,
  next_at timestamptz,
  call_back_open boolean not null default false,
  vendor_text text,
  primary key (company_id, conversation_id, property_id),
  foreign key (company_id, conversation_id) references conversation (company_id, id) on delete cascade,
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade,
  constraint promise_has_day check ((outcome = 'promised') = (promised_on is not null))
);
create index conversation_sale_by_property on conversation_sale (company_id, property_id, conversation_id);

-- Time up to which the news of a sale were seen.
create table property_seen (
  company_id uuid not null,
  property_id uuid not null,
  seen_until timestamptz not null,
  seen_by uuid,
  primary key (company_id, property_id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);

create table task_template (
  company_id uuid not null,
  id uuid not null,
  branch_id uuid,
  phase text not null,
  title text not null,
  note text not null default '',
  offset_days smallint not null check (offset_days between 0 and 365),
  assign text not null check (assign in ('progressor', 'creator')),
  active boolean not null default true,
  position smallint not null,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id) references company (id),
  foreign key (company_id, branch_id) references branch (company_id, id)
);

create table task (
  company_id uuid not null,
  id uuid not null,
  property_id uuid,
  branch_id uuid,
  title text not null,
  note text not null default '',
  assignee_id uuid not null references app_user (id),
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
  version int not null default 1,
  primary key (company_id, id),
  unique (company_id, property_id, template_id, phase_entry),
  foreign key (company_id) references company (id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade,
  constraint time_needs_day check (due_at is null or due_on is not null),
  constraint repeat_is_whole check ((repeat_every is null) = (repeat_unit is null) and (repeat_every is null) = (repeat_from is null)),
  constraint done_exactly_when_done check ((state = 'done') = (done_on is not null))
);
create index task_by_assignee on task (company_id, assignee_id, state, due_on);
create index task_by_property on task (company_id, property_id);

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
  company_id uuid not null,
  vendor_silence smallint not null default 7 check (vendor_silence between 1 and 60),
  vendor_silence_for_sale smallint not null default 14 check (vendor_silence_for_sale between 1 and 60),
  buyer_silence smallint not null default 14 check (buyer_silence between 1 and 60),
  update_every smallint not null default 7 check (update_every between 1 and 60),
  next_spoke smallint not null default 5 check (next_spoke between 0 and 30),
  next_message smallint not null default 1 check (next_message between 0 and 30),
  next_email smallint not null default 2 check (next_email between 0 and 30),
  version int not null default 1,
  updatedon timestamptz not null,
  updated_by uuid,
  primary key (company_id),
  foreign key (company_id) references company (id)
);

-- Progress of the first derivation of a company's action items, in chunks. No row: not begun.
create table action_item_fill (
  company_id uuid not null,
  total int not null,
  done int not null default 0,
  last_property uuid,
  started_on timestamptz not null,
  finished_on timestamptz,
  primary key (company_id),
  foreign key (company_id) references company (id)
);

-- `starts_with`: the first screen after signing in; null: never chosen.
alter table app_user
  add column single_keys boolean not null default true,
  add column digest_time time,
  add column digest_sent_on date,
  add column starts_with text check (starts_with in ('today', 'properties'));
