-- An open sale without a forecast is due.
create or replace function mark_sale_without_forecast_due() returns trigger language plpgsql as $$
begin
  update sale set forecast_due = true
  where company_id = old.company_id and property_id = old.property_id and outcome = 'open' and not forecast_due;
  return null;
end $$;
create or replace trigger deleted_forecast_is_due after delete on sale_forecast for each row execute function mark_sale_without_forecast_due();
