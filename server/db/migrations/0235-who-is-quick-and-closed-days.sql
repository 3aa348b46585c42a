-- Comparison of firms and people: sales and days behind a factor, and a factor of progressors, which forecasts do not use. Forecast design,
-- section 10.
alter table learned_factor add column finished_sales int not null default 0;
alter table learned_factor add column open_sales int not null default 0;
alter table learned_factor add column median_days int;
alter table learned_factor drop constraint learned_factor_kind_check;
alter table learned_factor add constraint learned_factor_kind_check
  check (kind in ('branch', 'vendorFirm', 'buyerFirm', 'broker', 'lender', 'progressor'));

-- A company that never changed its settings has no row: closed from 24 December to 1 January, people are not compared.
create table forecast_settings (
  company_id uuid not null,
  -- Whether the tab Staff compares progressors.
  compare_staff boolean not null,
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid,
  primary key (company_id),
  foreign key (company_id) references company (id)
);

-- Yearly ranges of days that are not counted, as MM-DD; one may run over the end of the year.
create table closed_day (
  company_id uuid not null,
  id uuid not null,
  from_md text not null check (from_md ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  to_md text not null check (to_md ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  primary key (company_id, id),
  foreign key (company_id) references company (id)
);

-- The closed days with which the times of these tables were counted; forecasts based on them use the same.
alter table learned_run add column closed jsonb not null default '[{"from": "12-24", "to": "01-01"}]';
