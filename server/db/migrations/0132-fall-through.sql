-- Fall-off reasons of a company. Without a row in `fall_off_reason_list`, the initial reasons apply unchanged.
create table fall_off_reason_list (
  company_id uuid not null,
  -- The question asked when an offer or a viewing is entered.
  may_contact_words text not null check (length(may_contact_words) between 1 and 200),
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid,
  primary key (company_id),
  foreign key (company_id) references company (id)
);

create table fall_off_reason (
  company_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  party text not null check (party in ('buyer', 'seller', 'chain', 'lender', 'neither')),
  position int not null,
  -- A reason in use is hidden, never deleted.
  active boolean not null default true,
  primary key (company_id, id),
  foreign key (company_id) references company (id)
);

alter table fall_off
  add column reason_id uuid,
  add column party text check (party in ('buyer', 'seller', 'chain', 'lender', 'neither')),
  add column phase text check (phase in ('beforeMemo', 'beforeSearches', 'beforeMortgageOffer', 'beforeEnquiries', 'readyToExchange')),
  add foreign key (company_id, reason_id) references fall_off_reason (company_id, id);
create index fall_off_by_reason on fall_off (company_id, reason_id) where reason_id is not null;

-- Null: not asked.
alter table offer add column may_contact boolean;
alter table viewing
  add column email text not null default '',
  add column tel text not null default '',
  add column may_contact boolean;

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
  primary key (company_id, fall_off_id, kind, person_id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade,
  foreign key (company_id, fall_off_id) references fall_off (company_id, id) on delete cascade
);

-- Agents outside the company who were told of a fall-off, or of a restored sale.
create table chain_told (
  company_id uuid not null,
  property_id uuid not null,
  fall_off_id uuid not null,
  news text not null check (news in ('fell', 'restored')),
  position int not null,
  told_on timestamptz not null,
  told_by uuid not null,
  conversation_id uuid,
  primary key (company_id, fall_off_id, news, position),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade,
  foreign key (company_id, fall_off_id) references fall_off (company_id, id) on delete cascade
);
