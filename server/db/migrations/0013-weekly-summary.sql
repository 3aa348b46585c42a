-- The weekly summary that goes by e-mail to a company's administrators when its week closes. A row says that a week was
-- told: it is written in the transaction that writes the messages, so whatever happens a company is told a week once.
create table weekly_summary (
  company_id uuid not null references company (id),
  last_day date not null,
  closed_on timestamptz not null,
  createdon timestamptz not null,
  recipients int not null,
  primary key (company_id, last_day)
);

-- Who switched it off in the profile. It says something of company administrators only.
alter table app_user add column weekly_summary boolean not null default true;

-- A message may say the same in HTML beside its plain text.
alter table mail add column html text;

-- What the operator looks for: messages that wait or have failed.
create index mail_unsent on mail (state, createdon desc, id desc) where state in ('queued', 'failed');
