-- The repeating task that precedes this one: reopening it removes an unchanged successor.
alter table task add column follows_id uuid;
create index task_by_followed on task (company_id, follows_id) where follows_id is not null;

-- The templates of a company, or of a branch, are saved as a whole. No row: never saved.
create table task_template_list (
  company_id uuid not null,
  -- The branch, or the company for its own list.
  owner_id uuid not null,
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid,
  primary key (company_id, owner_id),
  foreign key (company_id) references company (id)
);
create index task_template_by_branch on task_template (company_id, branch_id, position);
