-- Whether the forecast of a sale must be calculated. Set in the transaction of each change of the sale's facts, and cleared once a forecast
-- of this revision is saved. Finding stale forecasts therefore reads a small index instead of comparing every open sale.
alter table sale add column forecast_due boolean not null default true;
update sale s set forecast_due = false
where s.outcome <> 'open' or exists (
  select from sale_forecast f where f.company_id = s.company_id and f.property_id = s.property_id and f.revision = s.revision);
create index sale_forecast_due on sale (company_id, property_id) where outcome = 'open' and forecast_due;

create function mark_forecast_due() returns trigger language plpgsql as $$
begin
  new.forecast_due := true;
  return new;
end $$;
create trigger changed_sale_is_due before update of revision on sale for each row execute function mark_forecast_due();

-- An open sale without a forecast is due.
create function mark_sale_without_forecast_due() returns trigger language plpgsql as $$
begin
  update sale set forecast_due = true
  where company_id = old.company_id and property_id = old.property_id and outcome = 'open' and not forecast_due;
  return null;
end $$;
create trigger deleted_forecast_is_due after delete on sale_forecast for each row execute function mark_sale_without_forecast_due();

-- Forecasts of another day, or with other learned times.
create index sale_forecast_by_age on sale_forecast (company_id, on_day, (coalesce(learned_on, '-infinity')));
-- Sales with other sales of the company in their chain.
create index sale_forecast_linked on sale_forecast (company_id, property_id) where linked <> '{}';
-- For lists of a company, and the number of sales at risk.
create index sale_forecast_by_fee on sale_forecast (company_id, on_day, (coalesce(fee, 0)));
create index sale_forecast_by_loss on sale_forecast (company_id, on_day, (p_fall * coalesce(fee, 0)));
drop index sale_forecast_by_risk;
create index sale_forecast_by_risk on sale_forecast (company_id, on_day, p_fall desc) include (offer_expires);
-- The number of forecasts of each branch, and whether any of them has changed.
create index sale_forecast_by_revision on sale_forecast (company_id, on_day, branch_id) include (revision, property_id);
