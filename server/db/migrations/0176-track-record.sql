-- What a kept forecast is scored against: the expected exchange as typed on that day, and with whom it would have exchanged.
-- Forecast design, section 9.
alter table sale_forecast_week add column typed date;
alter table sale_forecast_week add column linked uuid[] not null default '{}';

-- How right the company's kept forecasts of the last 52 weeks were, as at the day of learning.
alter table learned_run add column widening double precision not null default 1;
-- Forecasts whose 8-in-10 day has passed and whose sale held, and those of them that exchanged by it.
alter table learned_run add column due_by_80 int not null default 0;
alter table learned_run add column came_by_80 int not null default 0;
