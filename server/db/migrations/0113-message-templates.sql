-- Templates of e-mails and letters: of the company, or of a branch, where they replace the company's template of the same name. `audience`:
-- roles of the recipients; `event`: what sends it while `automatic` (day design, section 4).
create table message_template (
  company_id uuid not null,
  id uuid not null,
  branch_id uuid,
  name text not null check (char_length(name) between 1 and 80),
  channel text not null check (channel in ('email', 'letter')),
  -- `memorandum`: prefills the e-mail of the memorandum of sale.
  purpose text not null default 'general' check (purpose in ('general', 'memorandum')),
  audience text[] not null check (cardinality(audience) > 0),
  steps smallint[] not null default '{}',
  event text check (event in ('offerAccepted', 'memoSent', 'fallenOff', 'exchanged', 'completionDateSet', 'completed')),
  automatic boolean not null default false,
  current_number int not null,
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid,
  deleted_on timestamptz,
  primary key (company_id, id),
  foreign key (company_id) references company (id),
  foreign key (company_id, branch_id) references branch (company_id, id),
  constraint automatic_needs_event check (not automatic or (event is not null and channel = 'email'))
);
create unique index message_template_name on message_template (company_id, branch_id, lower(name)) nulls not distinct
  where deleted_on is null;

-- Each save of a template's words is a new numbered text. Texts are never changed.
create table message_template_text (
  company_id uuid not null,
  template_id uuid not null,
  number int not null,
  subject text not null check (char_length(subject) <= 200),
  body text not null check (char_length(body) <= 10000),
  saved_by uuid,
  saved_on timestamptz not null,
  primary key (company_id, template_id, number),
  foreign key (company_id, template_id) references message_template (company_id, id) on delete cascade
);

-- The text of a message from a person or an automatic template; the outbox deletes texts once they are sent.
create table sent_message (
  company_id uuid not null,
  mail_id uuid not null,
  conversation_id uuid,
  template_id uuid,
  template_number int,
  subject text not null,
  body text not null,
  createdon timestamptz not null,
  primary key (company_id, mail_id),
  foreign key (company_id, conversation_id) references conversation (company_id, id) on delete cascade,
  foreign key (company_id, template_id, template_number) references message_template_text (company_id, template_id, number),
  constraint template_has_number check ((template_id is null) = (template_number is null))
);
create index sent_message_by_conversation on sent_message (company_id, conversation_id) where conversation_id is not null;

-- `send_after`: not sent before; until then it can be undone (state `cancelled`). `claimed_on`: a worker has started to send it.
alter table mail
  add column send_after timestamptz,
  add column claimed_on timestamptz,
  drop constraint mail_state_check,
  add constraint mail_state_check check (state in ('queued', 'sent', 'failed', 'kept', 'cancelled'));
