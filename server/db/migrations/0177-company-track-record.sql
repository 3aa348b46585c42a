-- The company's track record by horizon, as at the day of learning, because calculating it from hundreds of thousands of stored forecasts
-- takes seconds. That of a branch is calculated on read.
alter table learned_run add column track_record jsonb;
create index sale_forecast_week_by_branch on sale_forecast_week (company_id, branch_id, on_day);
create index sale_forecast_week_by_sale on sale_forecast_week (company_id, sale_id, on_day);
