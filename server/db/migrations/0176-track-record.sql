-- Data for scoring a stored forecast: the expected exchange as typed on that day, and the sales with which it would have exchanged.
-- Forecast design, section 9.
alter table sale_forecast_week add column typed date;
alter table sale_forecast_week add column linked uuid[] not null default '{}';

-- Accuracy of the company's stored forecasts of the last 52 weeks, as at the day of learning.
alter table learned_run add column widening double precision not null default 1;
-- Forecasts whose 8-in-10 day has passed and whose sale held, and how many of these exchanged by it.
alter table learned_run add column due_by_80 int not null default 0;
alter table learned_run add column came_by_80 int not null default 0;
