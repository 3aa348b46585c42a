-- When each reason to fall through was first found in the forecast of a sale, and when it was first absent again: factors are learned from
-- these days. Forecast design, section 7. `sale_id` is the accepted offer; a reason that is open when the sale ends held to its end.
create table sale_risk_day (
  company_id uuid not null,
  sale_id uuid not null,
  risk text not null
    check (risk in ('offer-expiry', 'price', 'delayed', 'overdue', 'survey', 'chain', 'silence', 'slow')),
  since date not null,
  until date check (until >= since),
  property_id uuid not null,
  primary key (company_id, sale_id, risk, since),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create unique index sale_risk_day_open on sale_risk_day (company_id, sale_id, risk) where until is null;
create index sale_risk_day_by_property on sale_risk_day (company_id, property_id);

-- Reasons that hold, in display order, and the largest of their factors.
alter table sale_forecast add column risks jsonb not null default '[]';
alter table sale_forecast add column risk_factor real not null default 1;
-- Whether the mortgage offer may expire before the exchange: such a sale is at risk, however likely it is to hold.
alter table sale_forecast add column offer_expires boolean not null default false;

-- The sales of a company that are most likely to fall through.
create index sale_forecast_by_risk on sale_forecast (company_id, on_day, p_fall desc);
drop index sale_forecast_by_day;

-- How much more often sales fell off while a reason held.
create table learned_risk (
  company_id uuid not null,
  learned_on date not null,
  risk text not null
    check (risk in ('offer-expiry', 'price', 'delayed', 'overdue', 'survey', 'chain', 'silence', 'slow')),
  observed int not null,
  expected double precision not null,
  factor double precision not null check (factor >= 1),
  primary key (company_id, learned_on, risk),
  foreign key (company_id, learned_on) references learned_run (company_id, learned_on) on delete cascade
);

-- Contains open sales only: rows are deleted with the report row, like action items, and with the end of the sale.
delete from sale_forecast f where not exists (
  select from property_report r where r.company_id = f.company_id and r.property_id = f.property_id and r.phase = 'sold');
alter table sale_forecast drop constraint sale_forecast_company_id_property_id_fkey;
alter table sale_forecast add constraint sale_forecast_of_report
  foreign key (company_id, property_id) references property_report (company_id, property_id) on delete cascade;
