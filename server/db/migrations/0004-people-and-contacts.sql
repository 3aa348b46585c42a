-- Who last saved an account, and when: reported to saves with a stale version.
alter table app_user add column updatedon timestamptz, add column updated_by uuid references app_user (id);

-- A company's external contacts (solicitors, mortgage brokers) and their points of contact: records, not users.
create table company_contact (
  company_id uuid not null references company (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 160),
  email text not null default '',
  tel text not null default '',
  -- Without first line and postcode: the address is unknown.
  line1 text, line2 text not null default '', town text not null default '', county text not null default '',
  country text not null default '', postcode text,
  recommended boolean not null default false,
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user (id),
  primary key (company_id, id),
  constraint address_known_or_not check ((line1 is null) = (postcode is null))
);
create index company_contact_by_name on company_contact (company_id, lower(name), id);

create table company_contact_poc (
  company_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 160),
  email text not null,
  tel text not null default '',
  note text not null default '',
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user (id),
  primary key (company_id, contact_id, id),
  foreign key (company_id, contact_id) references company_contact (company_id, id) on delete cascade
);
create index company_contact_poc_by_name on company_contact_poc (company_id, contact_id, lower(name), id);

-- The contacts of either side of a sale: a contact and, once chosen, one of its points of contact. Deleting a contact removes the
-- assignment; deleting a point of contact keeps its contact.
create table property_contact (
  company_id uuid not null,
  property_id uuid not null,
  role text not null check (role in ('vendorSolicitor', 'vendorBroker', 'buyerSolicitor', 'buyerBroker')),
  contact_id uuid not null,
  poc_id uuid,
  primary key (company_id, property_id, role),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references company_contact (company_id, id) on delete cascade,
  foreign key (company_id, contact_id, poc_id) references company_contact_poc (company_id, contact_id, id) on delete set null (poc_id)
);
create index property_contact_by_contact on property_contact (company_id, contact_id, poc_id);
create index property_step_by_survey_contact on property_step (company_id, survey_contact_poc) where survey_contact_poc is not null;

-- Deleted rows that can be restored are found by the time of their deletion.
create index company_by_deletion on company (deleted_on) where deleted_on is not null;
create index branch_by_deletion on branch (deleted_on) where deleted_on is not null;
create index app_user_by_deletion on app_user (deleted_on) where deleted_on is not null;
