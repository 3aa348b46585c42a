-- Notes on a property or one of its steps, and referrals of the parties of a sale. The record (table event) keeps the earlier text of an
-- edited or deleted note.

create table note (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  message text not null check (length(message) between 1 and 5000),
  -- No foreign key to the step: a survey can be removed from the timeline, but its notes stay.
  timeline_key smallint check (timeline_key between 1 and 36),
  author_id uuid references app_user (id),
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz not null,
  updated_by uuid references app_user (id),
  primary key (company_id, id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index note_newest on note (company_id, property_id, createdon desc, id desc);
create index note_by_step on note (company_id, property_id, timeline_key, createdon desc, id desc);

create table referral (
  company_id uuid not null,
  property_id uuid not null,
  kind text not null check (kind in ('vendorSolicitor', 'buyerSolicitor', 'vendorBroker', 'buyerBroker')),
  referred_on timestamptz not null,
  primary key (company_id, property_id, kind),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
