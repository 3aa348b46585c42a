-- The register of customer checks: docs/design/sale-file.md section 2.1.

-- Which parts of the sale's file a company uses; without a row none.
create table sale_file_settings (
  company_id uuid primary key references company(id),
  checks boolean not null default false,
  pack boolean not null default false,
  exchange boolean not null default false,
  funds_from text not null default 'all' check (funds_from in ('all', 'cash', 'off')),
  recheck_days integer not null default 365 check (recheck_days between 90 and 730),
  -- The nominated officer.
  officer_user_id uuid references app_user(id),
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user(id)
);

-- Whom the law has the agency check. They outlive a deletion of their property and are deleted by `apply-retention` alone.
create table customer (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  side text not null check (side in ('vendor', 'buyer')),
  -- Of a buyer. Offers can be removed; the customer stays.
  offer_id uuid,
  form text not null check (form in ('person', 'company', 'trust', 'estate')),
  name text not null check (length(name) between 1 and 160 and is_line(name)),
  -- The company, trust or estate that this customer owns.
  owner_of uuid,
  met text not null default 'in-person' check (met in ('in-person', 'remote')),
  reasons text[] not null default '{}',
  -- Why a reason was removed.
  reasons_because text not null default '' check (length(reasons_because) <= 500),
  decision text not null default 'none' check (decision in ('none', 'approved', 'refused')),
  decision_reason text not null default '' check (length(decision_reason) <= 500),
  decided_by uuid references app_user(id),
  decided_on timestamptz,
  ended_on date,
  -- Five years after the end: Money Laundering Regulations 2017, regulation 40.
  keep_until date generated always as ((ended_on + interval '5 years')::date) stored,
  version integer not null default 1,
  createdon timestamptz not null,
  created_by uuid not null references app_user(id),
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  foreign key (company_id, property_id) references property(company_id, id),
  constraint customer_offer_of_buyer check (side = 'buyer' or offer_id is null),
  constraint customer_not_its_own_owner check (owner_of <> id),
  constraint customer_decided check ((decision = 'none') = (decided_on is null) and (decided_on is null) = (decided_by is null)),
  primary key (company_id, id)
);
alter table customer add constraint customer_owner foreign key (company_id, owner_of) references customer(company_id, id);
create index customer_by_property on customer (company_id, property_id);
create index customer_by_owned on customer (company_id, owner_of) where owner_of is not null;
create index customer_by_end on customer (company_id, keep_until) where keep_until is not null;

-- One act of checking. Append-only but for its `struck` columns.
create table customer_check (
  company_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('identity', 'screening', 'ownership', 'funds')),
  way text not null check (way in ('documents', 'electronic', 'both')),
  provider text not null default '' check (length(provider) <= 80 and is_line(provider)),
  reference text not null default '' check (length(reference) <= 120 and is_line(reference)),
  documents text not null default '' check (length(documents) <= 200 and is_line(documents)),
  result text not null check (result in ('satisfied', 'refer', 'not-satisfied')),
  words text not null check (length(words) between 1 and 1000),
  checked_on date not null,
  checked_by uuid not null references app_user(id),
  expires_on date not null,
  createdon timestamptz not null,
  struck_on timestamptz,
  struck_by uuid references app_user(id),
  struck_because text not null default '' check (length(struck_because) <= 500),
  -- Of the proof of this row in the record.
  salt bytea not null check (octet_length(salt) = 16),
  foreign key (company_id, customer_id) references customer(company_id, id),
  constraint customer_check_days check (expires_on >= checked_on),
  constraint customer_check_struck check ((struck_on is null) = (struck_by is null)),
  primary key (company_id, id)
);
create index customer_check_by_customer on customer_check (company_id, customer_id);

-- Copies of papers. They are no documents of the property, because whoever sees the property sees those.
create table customer_check_file (
  company_id uuid not null,
  id uuid not null,
  check_id uuid not null,
  file uuid not null,
  file_name text not null,
  content_type text not null,
  bytes integer not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  createdon timestamptz not null,
  created_by uuid not null references app_user(id),
  foreign key (company_id, check_id) references customer_check(company_id, id),
  primary key (company_id, id)
);
create index customer_check_file_by_check on customer_check_file (company_id, check_id);

-- Items of gates that the register answers.
alter table gate_item drop constraint gate_item_auto_check;
alter table gate_item add constraint gate_item_auto_check check (auto in
  ('buyerSolicitor', 'chainKnown', 'depositHeld', 'mortgageGood', 'packSent', 'identityGood', 'vendorChecked', 'buyerChecked', 'fundsChecked'));
