-- Changed fee deductions that are being applied to the expected fees of a company's properties. The job goes through the
-- properties in the order of their ids and continues after `last_property` when it was interrupted.
create table fee_update (
  company_id uuid not null references company (id) on delete cascade,
  id uuid not null,
  -- Null: the properties of all branches.
  branch_id uuid,
  total int not null,
  done int not null default 0,
  last_property uuid,
  createdon timestamptz not null,
  finished_on timestamptz,
  primary key (company_id, id)
);
create index fee_update_open on fee_update (company_id) where finished_on is null;
