-- Learning reads the days on which steps were delayed: for a completed step, only its stored days have them. Decision 86.
create index sale_step_day_blocked on sale_step_day (company_id, sale_id) where state = 'B';
