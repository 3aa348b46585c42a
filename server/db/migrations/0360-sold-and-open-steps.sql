-- Whether an offer is accepted, whatever the phase: a property that was withdrawn with an accepted offer is sold and not active.
alter table property_report add column sold boolean not null default false;
alter table property_search add column sold boolean not null default false;
alter table property_count add column sold boolean not null default false;

-- The triggers that copy and count would run for each row; the tables are filled below.
alter table property_report disable trigger user;
update property_report r set sold = true
where exists (select from offer o where o.company_id = r.company_id and o.property_id = r.property_id and o.state = 'A');

-- Open are the steps that somebody may be asked for: of a sale that is agreed all, before it those up to Sale agreed, after exchange
-- Completed alone, of completed and withdrawn properties none (decision 102).
create temporary table open_now on commit drop as
select r.company_id, r.property_id, s.steps as open_steps
from property_report r
cross join lateral (
  select coalesce(json_agg(x.step order by x.n) filter (where case
      when r.phase = 'sold' then true
      when r.phase = 'exchanged' then x.step ->> 'key' = '25'
      when r.phase in ('preForSale', 'forSale') then x.step ->> 'key' in ('1', '2', '3', '4')
      else false end), '[]') as steps
  from json_array_elements(r.open_steps) with ordinality x (step, n)) s
where json_array_length(s.steps) <> json_array_length(r.open_steps);

update property_report r set
  open_steps = o.open_steps,
  warning_dates = w.dates,
  first_warning = w.dates[1],
  first_red = w.first_red,
  delayed = w.delayed,
  awaiting_reports = w.awaiting_reports,
  surveys_sort = w.survey_date,
  steps = (
    select coalesce(json_agg(case
      when exists (select from json_array_elements(o.open_steps) e (step) where e.step ->> 'key' = x.step ->> 'key') then x.step
      else (x.step::jsonb || '{"warningDate": null}')::json end order by x.n), '[]')
    from json_array_elements(r.steps) with ordinality x (step, n))
from open_now o
cross join lateral (
  select coalesce(array_agg((x.step ->> 'date')::date order by x.step ->> 'date') filter (where x.step ->> 'date' is not null), '{}') as dates,
    min((x.step ->> 'date')::date) filter (where not (x.step ->> 'awaitingReports')::boolean) as first_red,
    coalesce(bool_or(x.step ->> 'state' = 'B'), false) as delayed,
    coalesce(bool_or((x.step ->> 'awaitingReports')::boolean), false) as awaiting_reports,
    min((x.step ->> 'date')::date) filter (where (x.step ->> 'key')::int between 5 and 21) as survey_date
  from json_array_elements(o.open_steps) x (step)) w
where r.company_id = o.company_id and r.property_id = o.property_id;
alter table property_report enable trigger user;

-- Days that are over keep what the dashboard said of them.
create temporary table day_now on commit drop as
select d.*, w.first_warning as new_first, w.legal as new_legal, w.financial as new_financial, w.survey as new_survey,
  w.awaits as new_awaits, w.legal_blocked as new_legal_blocked, w.financial_blocked as new_financial_blocked, w.blocked as new_blocked
from property_day d
join open_now o on o.company_id = d.company_id and o.property_id = d.property_id
cross join lateral (
  select min((x.step ->> 'date')::date) as first_warning,
    min((x.step ->> 'date')::date) filter (where (x.step ->> 'key')::int between 31 and 35) as legal,
    min((x.step ->> 'date')::date) filter (where (x.step ->> 'key')::int between 26 and 29) as financial,
    min((x.step ->> 'date')::date) filter (where (x.step ->> 'key')::int between 5 and 21) as survey,
    coalesce(bool_or((x.step ->> 'awaitingReports')::boolean), false) as awaits,
    coalesce(bool_or(x.step ->> 'state' = 'B' and (x.step ->> 'key')::int between 31 and 35), false) as legal_blocked,
    coalesce(bool_or(x.step ->> 'state' = 'B' and (x.step ->> 'key')::int between 26 and 29), false) as financial_blocked,
    coalesce(bool_or(x.step ->> 'state' = 'B'), false) as blocked
  from json_array_elements(o.open_steps) x (step)) w
where d.until = 'infinity';

update property_day d set until = london_day(now())
from day_now n
where d.company_id = n.company_id and d.property_id = n.property_id and d.until = 'infinity' and d.since < london_day(now());
delete from property_day d using day_now n
where d.company_id = n.company_id and d.property_id = n.property_id and d.until = 'infinity';
update day_now set since = greatest(since, london_day(now())), first_warning = new_first, legal_warning = new_legal,
  financial_warning = new_financial, survey_warning = new_survey, survey_awaits_report = new_awaits, legal_blocked = new_legal_blocked,
  financial_blocked = new_financial_blocked, any_blocked = new_blocked;
alter table day_now drop column new_first, drop column new_legal, drop column new_financial, drop column new_survey, drop column new_awaits,
  drop column new_legal_blocked, drop column new_financial_blocked, drop column new_blocked;
insert into property_day select * from day_now;

delete from action_item i
where i.kind in ('step', 'blocked', 'survey')
  and (i.phase = 'exchanged' or (i.phase in ('preForSale', 'forSale') and i.key not in ('step:1', 'step:2', 'step:3', 'step:4')));

update property_search s set sold = true
from property_report r
where r.company_id = s.company_id and r.property_id = s.property_id and r.sold;
create or replace function keep_property_search() returns trigger language plpgsql as $$
begin
  insert into property_search (company_id, property_id, branch_id, phase, chain, ownership, taken_on, progress, furthest_step, address_sort, search_text, sold)
  values (new.company_id, new.property_id, new.branch_id, new.phase, new.chain, new.ownership, new.taken_on, new.progress, new.furthest_step, new.address_sort, new.search_text, new.sold)
  on conflict (company_id, property_id) do update set
    branch_id = excluded.branch_id, phase = excluded.phase, chain = excluded.chain, ownership = excluded.ownership,
    taken_on = excluded.taken_on, progress = excluded.progress, furthest_step = excluded.furthest_step, address_sort = excluded.address_sort,
    search_text = excluded.search_text, sold = excluded.sold;
  return null;
end $$;
drop trigger property_is_found_anew on property_report;
create trigger property_is_found_anew after update on property_report for each row
  when ((old.branch_id, old.phase, old.chain, old.ownership, old.taken_on, old.progress, old.furthest_step, old.address_sort, old.search_text, old.sold)
    is distinct from (new.branch_id, new.phase, new.chain, new.ownership, new.taken_on, new.progress, new.furthest_step, new.address_sort, new.search_text, new.sold))
  execute function keep_property_search();

delete from property_count;
insert into property_count (company_id, branch_id, phase, sold, chain, ownership, taken_in, properties)
select company_id, branch_id, phase, sold, chain, ownership, null, count(*) from property_report group by 1, 2, 3, 4, 5, 6
union all
select company_id, branch_id, phase, sold, null, null, month_of(taken_on), count(*) from property_report group by 1, 2, 3, 4, 7;
drop index property_count_of;
create index property_count_of on property_count (company_id, (taken_in is null), phase)
  include (branch_id, chain, ownership, taken_in, properties, sold);
create or replace function keep_property_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into property_count (company_id, branch_id, phase, sold, chain, ownership, taken_in, properties) values
      (old.company_id, old.branch_id, old.phase, old.sold, old.chain, old.ownership, null, -1),
      (old.company_id, old.branch_id, old.phase, old.sold, null, null, month_of(old.taken_on), -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into property_count (company_id, branch_id, phase, sold, chain, ownership, taken_in, properties) values
      (new.company_id, new.branch_id, new.phase, new.sold, new.chain, new.ownership, null, 1),
      (new.company_id, new.branch_id, new.phase, new.sold, null, null, month_of(new.taken_on), 1);
  end if;
  return null;
end $$;
drop trigger property_is_counted_anew on property_report;
create trigger property_is_counted_anew after update on property_report for each row
  when ((old.branch_id, old.phase, old.sold, old.chain, old.ownership, old.taken_on)
    is distinct from (new.branch_id, new.phase, new.sold, new.chain, new.ownership, new.taken_on))
  execute function keep_property_count();

drop index property_report_count;
create index property_report_count on property_report (company_id, phase, taken_on) include
  (branch_id, chain, expected_fee, agency_fee_percent, first_warning, last_step_on, active, delayed, awaiting_reports, sold);
