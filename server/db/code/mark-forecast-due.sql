create or replace function mark_forecast_due() returns trigger language plpgsql as $$
begin
  new.forecast_due := true;
  return new;
end $$;
create or replace trigger changed_sale_is_due before update of revision on sale for each row execute function mark_forecast_due();
