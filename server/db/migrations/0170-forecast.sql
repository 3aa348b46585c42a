-- Step times, factors of firms and rates of falling through, learned from a company's own sales as at a day. Forecast design, section 3.
create table learned_run (
  company_id uuid not null,
  learned_on date not null,
  -- Increases when the formulas change.
  method smallint not null,
  -- Sales that exchanged in the two years before.
  sales int not null,
  -- 1 / variance of the paces of sales.
  k double precision not null,
  -- Factor of the rates of blocked steps.
  blocked double precision not null,
  primary key (company_id, learned_on),
  foreign key (company_id) references company (id)
);

-- `step`: key of a step, 'survey', or 'falls' (bands of days since the sale was agreed; done: falls).
create table learned_band (
  company_id uuid not null,
  learned_on date not null,
  step text not null,
  grp text not null check (grp in ('all', 'freehold', 'leasehold', 'chain', 'alone')),
  band smallint not null,
  done int not null,
  days int not null,
  rate double precision not null,
  primary key (company_id, learned_on, step, grp, band),
  foreign key (company_id, learned_on) references learned_run (company_id, learned_on) on delete cascade
);

create table learned_factor (
  company_id uuid not null,
  learned_on date not null,
  kind text not null check (kind in ('branch', 'vendorFirm', 'buyerFirm', 'broker', 'lender')),
  id uuid not null,
  observed int not null,
  expected double precision not null,
  factor double precision not null,
  primary key (company_id, learned_on, kind, id),
  foreign key (company_id, learned_on) references learned_run (company_id, learned_on) on delete cascade
);

-- The forecast of each open sale for one day. `sale_id` is the accepted offer.
create table sale_forecast (
  company_id uuid not null,
  property_id uuid not null,
  sale_id uuid not null,
  branch_id uuid not null,
  progressor_id uuid,
  -- The version of the property on which it is based: the forecast is stale if either differs.
  on_day date not null,
  version int not null,
  -- Properties of the company in the same chain.
  linked uuid[] not null,
  learned_on date,
  basis text not null check (basis in ('baseline', 'part', 'own')),
  -- Null: later than a year.
  half_by date,
  by_80 date,
  -- Chance of falling off before exchange.
  p_fall real not null,
  pace real not null,
  -- Chance of having exchanged by the end of on_day + n.
  by_day real[] not null,
  decides jsonb not null,
  fee int,
  primary key (company_id, property_id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index sale_forecast_by_branch on sale_forecast (company_id, branch_id, half_by, property_id);
create index sale_forecast_by_day on sale_forecast (company_id, on_day);

-- Weekly copies of forecasts, against which the track record is scored.
create table sale_forecast_week (
  company_id uuid not null,
  on_day date not null,
  sale_id uuid not null,
  property_id uuid not null,
  branch_id uuid not null,
  progressor_id uuid,
  half_by date,
  by_80 date,
  p_fall real not null,
  pace real not null,
  -- Chance of having exchanged by the end of on_day + 7 × n.
  by_week real[] not null,
  fee int,
  primary key (company_id, on_day, sale_id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
