-- Accesses of platform admins to a company, with their reasons. Open from opened_on until ended_on or ends_on. Read with the session of a
-- platform admin, before a company is known.
create table support_access (
  company_id uuid not null references company (id),
  id uuid not null,
  user_id uuid not null references app_user (id),
  reason text not null check (length(reason) between 1 and 300),
  hours int not null check (hours between 1 and 8),
  asked_on timestamptz not null,
  opened_on timestamptz,
  ends_on timestamptz,
  ended_on timestamptz,
  ended_by uuid references app_user (id),
  refused_on timestamptz,
  -- The company admin who approved or refused it.
  decided_by uuid references app_user (id),
  primary key (company_id, id),
  check ((opened_on is null) = (ends_on is null)),
  check (refused_on is null or opened_on is null)
);
create index support_access_of_user on support_access (user_id, ends_on);
create index support_access_of_company on support_access (company_id, asked_on desc);

-- Whether a company must approve each access first.
alter table company add column support_approval boolean not null default false;

-- Whether a company has users yet.
create index app_user_at_work on app_user (company_id) where activated and type <> 'VENDOR';
