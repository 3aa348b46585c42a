-- The reason "slow" is no longer a reason to fall through: it never held. Decision 86.
delete from sale_risk_day where risk = 'slow';
delete from learned_risk where risk = 'slow';
alter table sale_risk_day drop constraint sale_risk_day_risk_check,
  add constraint sale_risk_day_risk_check check (risk in ('offer-expiry', 'price', 'delayed', 'overdue', 'survey', 'chain', 'silence'));
-- A reason with which sales fall off less often than others lowers the chance.
alter table learned_risk drop constraint learned_risk_risk_check, drop constraint learned_risk_factor_check,
  add constraint learned_risk_risk_check check (risk in ('offer-expiry', 'price', 'delayed', 'overdue', 'survey', 'chain', 'silence')),
  add constraint learned_risk_factor_check check (factor > 0);
update sale_forecast set risks = jsonb_path_query_array(risks, '$[*] ? (@.risk != "slow")') where risks @> '[{"risk": "slow"}]';
update sale_forecast_as_at set risks = jsonb_path_query_array(risks, '$[*] ? (@.risk != "slow")') where risks @> '[{"risk": "slow"}]';
