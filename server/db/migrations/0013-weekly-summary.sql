-- Weekly summaries sent by e-mail to a company's administrators when its week closes. A row means that a week was reported. It is written
-- in the transaction of the messages, so that each week is reported once.
create table weekly_summary (
  company_id uuid not null references company (id),
  last_day date not null,
  closed_on timestamptz not null,
  createdon timestamptz not null,
  recipients int not null,
  primary key (company_id, last_day)
);

-- False: switched off in the profile. Only used for company administrators.
alter table app_user add column weekly_summary boolean not null default true;

-- HTML alternative of the text.
alter table mail add column html text;

-- For the operations page: messages that are waiting or have failed.
create index mail_unsent on mail (state, createdon desc, id desc) where state in ('queued', 'failed');
