-- A saved set of columns, order, filters, sort and freeze of the workflow report or the properties list.
create table saved_view (
  company_id uuid not null,
  id uuid not null,
  owner_id uuid not null references app_user (id),
  -- The branch with which it is shared.
  branch_id uuid,
  list text not null check (list in ('report', 'properties')),
  name text not null,
  columns text[] not null,
  frozen smallint not null check (frozen between 2 and 4),
  filters jsonb not null,
  sort text not null,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id) references company (id),
  foreign key (company_id, branch_id) references branch (company_id, id)
);
create index saved_view_by_owner on saved_view (company_id, owner_id);
create index saved_view_by_branch on saved_view (company_id, branch_id) where branch_id is not null;
