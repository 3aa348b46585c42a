-- When the week of a branch, or of the company (no branch), is e-mailed, and to whom.
create table week_mail (
  company_id uuid not null references company(id),
  id uuid not null,
  branch_id uuid,
  active boolean not null default false,
  -- 0 Monday to 6 Sunday.
  weekday smallint not null check (weekday between 0 and 6),
  at time not null,
  period text not null check (period in ('lastWeek', 'thisWeek')),
  recipients uuid[] not null check (cardinality(recipients) <= 20),
  -- The last day that was sent, or had passed when the time was chosen.
  sent_on date,
  version integer not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz not null,
  updated_by uuid not null references app_user(id),
  foreign key (company_id, branch_id) references branch(company_id, id),
  constraint week_mail_once unique nulls not distinct (company_id, branch_id),
  primary key (company_id, id)
);
