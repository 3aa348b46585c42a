-- Checks required before an offer is accepted, and before contracts are exchanged. No rows: the initial set, both gates off.
create table gate_list (
  company_id uuid not null,
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid,
  primary key (company_id),
  foreign key (company_id) references company (id)
);

create table gate_mode (
  company_id uuid not null,
  gate text not null check (gate in ('accept', 'exchange')),
  mode text not null check (mode in ('off', 'warn', 'block')),
  since timestamptz not null,
  primary key (company_id, gate),
  foreign key (company_id) references company (id)
);

create table gate_item (
  company_id uuid not null,
  id uuid not null,
  gate text not null check (gate in ('accept', 'exchange')),
  title text not null check (length(title) between 1 and 80),
  help text not null default '' check (length(help) <= 300),
  applies text not null check (applies in ('always', 'mortgage', 'cash', 'leasehold', 'chain')),
  evidence text not null check (evidence in ('none', 'note', 'reference', 'document')),
  -- Evaluated from the data of the sale.
  auto text check (auto in ('buyerSolicitor', 'chainKnown', 'depositHeld', 'mortgageGood', 'packSent', 'identityGood')),
  -- Number of days for which a check is valid.
  valid_days int check (valid_days between 1 and 3650),
  -- Roles that may override it; empty: none.
  override_by text[] not null default '{}',
  ordinal int not null,
  active boolean not null default true,
  primary key (company_id, id),
  foreign key (company_id) references company (id)
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
  primary key (company_id, offer_id, gate),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
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
  version int not null default 1,
  primary key (company_id, property_id, offer_id, item_id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index gate_check_by_document on gate_check (company_id, document_id) where document_id is not null;
