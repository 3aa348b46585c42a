-- Pages for other parties (connect design, section 6): a link opens one sale for a conveyancer or the buyer, who make proposals that the
-- agency accepts or declines.

-- The address contains a token of 256 random bits, of which only the SHA-256 is stored, and only while the link is open, so that looking up
-- an ended link equals looking up an unknown one. A link is looked up by its token before the company is known: a reference table, which
-- cannot refer to `property`.
create table party_link (
  company_id uuid not null references company (id),
  id uuid not null,
  property_id uuid not null,
  -- The accepted offer to which it belongs.
  offer_id uuid not null,
  party text not null check (party in ('vendor-conveyancer', 'buyer-conveyancer', 'buyer')),
  name text not null,
  email text not null,
  contact_id uuid,
  poc_id uuid,
  token_hash bytea check (length(token_hash) = 32),
  -- Whether the party is notified of decisions by e-mail.
  tell_me boolean not null default false,
  created_by uuid not null references app_user (id),
  createdon timestamptz not null,
  sent_on timestamptz not null,
  expires_on timestamptz not null,
  ended_on timestamptz,
  ended_because text check (
    ended_because in ('revoked', 'fell-off', 'completed', 'deleted', 'email-changed', 'replaced', 'expired')
  ),
  last_seen_on timestamptz,
  primary key (company_id, id),
  unique (token_hash),
  check ((ended_because is null) = (ended_on is null)),
  check (ended_because is null or token_hash is null)
);
create index party_link_of_property on party_link (company_id, property_id, createdon desc);
create index party_link_of_contact on party_link (company_id, contact_id) where ended_on is null;
create index party_link_open on party_link (expires_on) where ended_on is null;

-- Number of reads of a link per day, without address or device.
create table party_visit (
  company_id uuid not null,
  link_id uuid not null,
  on_day date not null,
  reads int not null,
  primary key (company_id, link_id, on_day),
  foreign key (company_id, link_id) references party_link (company_id, id)
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
  bytes int,
  sha256 bytea,
  createdon timestamptz not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'taken-back', 'overtaken')),
  decided_by uuid references app_user (id),
  decided_on timestamptz,
  reason text not null default '' check (length(reason) <= 300),
  -- When the agency was notified by e-mail.
  notified_on timestamptz,
  primary key (company_id, id),
  check ((state = 'open') = (decided_on is null)),
  check (what <> 'step' or (step_key is not null and step_state is not null and on_day is not null)),
  check (what <> 'date' or (date_kind is not null and on_day is not null)),
  foreign key (company_id, property_id) references property (company_id, id),
  foreign key (company_id, link_id) references party_link (company_id, id)
);
create index party_proposal_of_property on party_proposal (company_id, property_id, createdon desc);
create index party_proposal_of_link on party_proposal (company_id, link_id, createdon desc);
create index party_proposal_open on party_proposal (company_id, createdon) where state = 'open';
create index party_proposal_to_tell on party_proposal (createdon) where state = 'open' and notified_on is null;
-- "One open proposal a step", or kind of day, for each link.
create unique index party_proposal_once on party_proposal (
  company_id, link_id, (case when what = 'date' and date_kind <> 'survey' then date_kind else step_key::text end)
) where state = 'open' and what in ('step', 'date');
