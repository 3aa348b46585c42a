-- The first month of the financial year, from which quarters and years of the manager's week count.
alter table company add column year_starts smallint not null default 4 check (year_starts between 1 and 12);

-- Targets of branches and people: a number per month from a month on, until the next that is given; a count, or pence of fees. 0: none.
create table target (
  company_id uuid not null references company(id),
  id uuid not null,
  branch_id uuid,
  user_id uuid references app_user(id),
  metric text not null check (metric in ('takeOn', 'salesAgreed', 'feesSold', 'exchanged', 'feesExchanged')),
  from_month date not null check (extract(day from from_month) = 1),
  per_month bigint not null check (per_month >= 0),
  updatedon timestamptz not null,
  foreign key (company_id, branch_id) references branch(company_id, id),
  constraint target_of_branch_or_person check (num_nonnulls(branch_id, user_id) = 1),
  constraint target_once unique nulls not distinct (company_id, branch_id, user_id, metric, from_month),
  primary key (company_id, id)
);
create index target_by_user on target (user_id) where user_id is not null;
