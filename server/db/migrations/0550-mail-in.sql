-- E-mail that comes in: docs/design/mail-in.md section 2.

-- The name before the @ of a branch's address. Parties keep it, so it is set once; it is looked up before the company is known.
alter table branch
  add column mail_name text constraint branch_mail_name check (mail_name ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
  add column mail_on boolean not null default false,
  add constraint branch_mail_on_with_name check (not mail_on or mail_name is not null);
create unique index branch_by_mail_name on branch (mail_name) where mail_name is not null;

-- The key that an answer to this e-mail carries, and the e-mails that it answers, as header fields.
alter table mail
  add column reply_key text constraint mail_reply_key check (reply_key ~ '^[a-z2-7]{20}$'),
  add column in_reply_to text,
  add column refs text[] not null default '{}',
  add column thread_id uuid;
create unique index mail_by_reply_key on mail (company_id, reply_key) where reply_key is not null;
create index mail_by_thread on mail (company_id, thread_id) where thread_id is not null;

create table mail_in (
  company_id uuid not null references company(id),
  id uuid not null,
  branch_id uuid not null,
  arrived_on timestamptz not null,
  -- `arrived`: not read yet. `inbox`: to file by a person.
  state text not null default 'arrived' check (state in ('arrived', 'filed', 'inbox', 'aside', 'junk')),
  kind text not null default 'mail' check (kind in ('mail', 'automatic', 'bounce', 'delay', 'copy')),
  -- Whether one of the agency wrote it to a party.
  outgoing boolean not null default false,
  -- The message as it was received; null once it is deleted.
  raw_file uuid,
  raw_sha256 bytea not null check (octet_length(raw_sha256) = 32),
  bytes integer not null,
  -- SHA-256 of Message-ID, From, Date and body: the same message is kept once.
  same_as bytea not null check (octet_length(same_as) = 32),
  peer inet,
  helo text not null default '',
  envelope_from text not null default '',
  envelope_to text[] not null,
  message_id text not null default '',
  refs text[] not null default '{}',
  from_name text not null default '',
  from_email text not null default '',
  reply_to text not null default '',
  to_list text[] not null default '{}',
  cc text[] not null default '{}',
  subject text not null default '' check (length(subject) <= 500),
  written_on timestamptz,
  -- Own words, then the signature, then what is quoted.
  text text not null default '' check (length(text) <= 100000),
  signature text not null default '' check (length(signature) <= 20000),
  quoted text not null default '' check (length(quoted) <= 200000),
  party_ref text,
  party_role text,
  party_name text,
  firm_id uuid,
  -- The member whose address it came from.
  forwarded_by uuid references app_user(id),
  checks jsonb not null default '{}',
  sender_check text not null default 'unknown' check (sender_check in ('verified', 'not-verified', 'failed', 'unknown')),
  warnings jsonb not null default '[]',
  -- HMAC of the sort code and account number that it names.
  bank_digest bytea,
  answers_mail_id uuid,
  thread_id uuid not null,
  -- Why it is shown by its head only.
  unread_because text,
  version integer not null default 1,
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  search_text text generated always as (search_fold(subject || ' ' || from_name || ' ' || from_email || ' ' || left(text, 4000))) stored not null,
  foreign key (company_id, branch_id) references branch(company_id, id),
  constraint mail_in_once unique (company_id, same_as),
  primary key (company_id, id)
);
create index mail_in_to_file on mail_in (company_id, branch_id, arrived_on) where state <> 'filed';
create index mail_in_by_thread on mail_in (company_id, thread_id);
create index mail_in_by_message_id on mail_in (company_id, message_id);
create index mail_in_by_sender on mail_in (company_id, from_email, arrived_on);
create index mail_in_search on mail_in using gin (company_id, branch_id, search_text gin_trgm_ops);

-- The sales of an e-mail, and those that it may be about.
create table mail_in_sale (
  company_id uuid not null,
  mail_in_id uuid not null,
  property_id uuid not null,
  -- The accepted offer of that day.
  offer_id uuid,
  state text not null check (state in ('filed', 'suggested', 'removed')),
  -- Why it is this sale: [{ kind, words }].
  reasons jsonb not null default '[]',
  place smallint not null default 0,
  filed_on timestamptz,
  -- Null: by rule.
  filed_by uuid references app_user(id),
  conversation_id uuid,
  foreign key (company_id, mail_in_id) references mail_in(company_id, id) on delete cascade,
  foreign key (company_id, property_id) references property(company_id, id) on delete cascade,
  constraint mail_in_sale_filed check (state <> 'filed' or filed_on is not null),
  primary key (company_id, mail_in_id, property_id)
);
create index mail_in_sale_by_property on mail_in_sale (company_id, property_id, mail_in_id desc) where state = 'filed';

create table mail_in_file (
  company_id uuid not null,
  mail_in_id uuid not null,
  ordinal smallint not null,
  name text not null,
  content_type text not null,
  bytes integer not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  foreign key (company_id, mail_in_id) references mail_in(company_id, id) on delete cascade,
  primary key (company_id, mail_in_id, ordinal)
);

-- The e-mail that a conversation is. An e-mail that arrived by itself has no author.
alter table conversation
  add column mail_in_id uuid,
  alter column user_id drop not null,
  add constraint conversation_author check (user_id is not null or mail_in_id is not null);
create index conversation_by_mail_in on conversation (company_id, mail_in_id) where mail_in_id is not null;
create index conversation_by_mail on conversation (company_id, mail_id) where mail_id is not null;
