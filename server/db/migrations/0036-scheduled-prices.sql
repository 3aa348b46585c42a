-- The hourly look for asking prices whose day has come.
create index asking_price_by_day on asking_price (effective_date);
