-- Learning reads on which days steps were delayed: of a step that is done, its kept days alone still know. Decision 86.
create index sale_step_day_blocked on sale_step_day (company_id, sale_id) where state = 'B';
