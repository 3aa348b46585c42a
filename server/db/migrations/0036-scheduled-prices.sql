-- For the hourly job that finds asking prices whose effective date has come.
create index asking_price_by_day on asking_price (effective_date);
