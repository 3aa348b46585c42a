-- Mail accounts that are read by IMAP: docs/design/mail-in.md sections 1 and 2.
create table mail_account (
  company_id uuid not null references company(id),
  id uuid not null,
  branch_id uuid not null,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('password', 'microsoft')),
  host text not null check (length(host) between 1 and 253),
  port integer not null default 993,
  user_name text not null check (length(user_name) between 1 and 254),
  -- Of the agency's own application at Microsoft.
  tenant text not null default '' check (length(tenant) <= 100),
  client_id text not null default '' check (length(client_id) <= 100),
  -- The password, or the secret of that application.
  secret_encrypted bytea not null,
  -- How far each folder was read: [{ path, isSent, uidValidity, lastUid }].
  folders jsonb not null default '[]',
  from_day date not null,
  state text not null default 'on' check (state in ('on', 'failing', 'off')),
  failing_since timestamptz,
  -- E-mails to managers about this failure.
  told smallint not null default 0,
  last_words text not null default '' check (length(last_words) <= 300),
  last_read_on timestamptz,
  seen integer not null default 0,
  copied integer not null default 0,
  created_by uuid not null references app_user(id),
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user(id),
  version integer not null default 1,
  foreign key (company_id, branch_id) references branch(company_id, id),
  constraint mail_account_failing check ((state = 'failing') = (failing_since is not null)),
  primary key (company_id, id)
);
create index mail_account_by_branch on mail_account (company_id, branch_id);
