-- The sales of a company by expected exchange.
create index sale_forecast_by_half on sale_forecast (company_id, on_day, half_by, property_id);
-- Sales that exchanged in a period. Not affected by saves of open sales.
create index property_report_exchanged on property_report (company_id, step_24) include (branch_id, expected_fee)
  where step_24 is not null;
