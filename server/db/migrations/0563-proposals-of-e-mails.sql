-- Proposals of every source in one shape: docs/design/mail-in.md section 2, docs/design/meeting-points.md.
alter table party_proposal
  alter column link_id drop not null,
  add column source text not null default 'link'
    check (source in ('link', 'mail', 'network', 'api', 'file', 'assistant')),
  -- The e-mail, network, key, uploader or grant.
  add column source_id uuid,
  -- The sale that it is about.
  add column offer_id uuid,
  -- The role of the proposer.
  add column proposed_by text,
  -- Of a link, the link says who it is.
  add column party_ref text,
  add column subject text not null default '' check (length(subject) <= 200),
  add column event_key text,
  add column happened_on timestamptz,
  add column facts jsonb not null default '{}',
  drop constraint party_proposal_what_check,
  drop constraint party_proposal_date_kind_check,
  drop constraint party_proposal_text_check,
  add constraint party_proposal_what_check check (what in ('step', 'date', 'document', 'message', 'fact', 'fall-off', 'email')),
  add constraint party_proposal_date_kind_check
    check (date_kind in ('completion', 'exchange', 'survey', 'expected-completion', 'mortgage-expiry')),
  add constraint party_proposal_text_check check (length(text) <= case what when 'email' then 5000 else 1000 end),
  add constraint party_proposal_link check ((source = 'link') = (link_id is not null)),
  add constraint party_proposal_source_id check ((source = 'link') = (source_id is null));
update party_proposal p set offer_id = l.offer_id, proposed_by = l.party from party_link l where l.company_id = p.company_id and l.id = p.link_id;
drop index party_proposal_once;
-- "One open proposal a step", or kind of day, for each sale and origin.
create unique index party_proposal_once on party_proposal (company_id, property_id, coalesce(link_id, source_id), (
  case when what = 'date' and date_kind <> 'survey' then date_kind else step_key::text end))
  where state = 'open' and what in ('step', 'date');
create index party_proposal_of_source on party_proposal (company_id, source_id) where source_id is not null;

-- Whether somebody waits for an answer, until it is said that none is needed.
alter table mail_in_sale
  add column open boolean not null default false,
  add column closed_on timestamptz,
  add column closed_by uuid references app_user(id);
-- The address that an e-mail of ours did not reach, of a report.
alter table mail_in add column bounced_to text;
create index mail_in_sale_open on mail_in_sale (company_id, property_id) where state = 'filed' and open;
