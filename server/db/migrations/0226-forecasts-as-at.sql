-- A forecast is stale when its day or a revision differs: its own, or that of a sale in its chain.
delete from sale_forecast;
alter table sale_forecast drop column version;
alter table sale_forecast add column revision bigint not null;
-- Of the open sales of `linked`, in its order; 0: not an open sale.
alter table sale_forecast add column linked_revisions bigint[] not null;
-- The expected exchange as typed.
alter table sale_forecast add column typed date;

-- Forecasts of past days that somebody requested: recalculated from the stored days, with the same result each time. Deleted some days
-- after they were made.
create table sale_forecast_as_at (
  company_id uuid not null,
  on_day date not null,
  property_id uuid not null,
  sale_id uuid not null,
  branch_id uuid not null,
  progressor_id uuid,
  linked uuid[] not null,
  learned_on date,
  basis text not null check (basis in ('baseline', 'part', 'own')),
  half_by date,
  by_80 date,
  p_fall real not null,
  pace real not null,
  by_day real[] not null,
  decides jsonb not null,
  fee int,
  risks jsonb not null,
  risk_factor real not null,
  offer_expires boolean not null,
  typed date,
  made_on date not null,
  primary key (company_id, on_day, property_id),
  foreign key (company_id, property_id) references property_report (company_id, property_id) on delete cascade
);
create index sale_forecast_as_at_by_branch on sale_forecast_as_at (company_id, branch_id, on_day, half_by);
create index sale_forecast_as_at_by_property on sale_forecast_as_at (company_id, property_id);
create index sale_forecast_as_at_made on sale_forecast_as_at (made_on);

-- Weeks before forecasts were stored, calculated later from the stored days and what could be learned by then.
alter table sale_forecast_week add column replayed boolean not null default false;
alter table learned_run add column replayed boolean not null default false;
