-- What is added to the action items that the product has derived: news, and what people have put off.

insert into action_item (company_id, subject_id, key, property_id, branch_id, progressor_id, kind, party_ref, party_role, description, shows_on,
  shows_until, due_on, late_base, late_per_day, late_cap, fee, phase, progress, expected_exchange)
select r.company_id, r.property_id, 'news', r.property_id, r.branch_id, r.b_staff, 'news', 'self', 'self', '1 new note', since, since + 14, since, 40, 2, 60,
       floor((r.expected_fee + 50) / 100)::int, r.phase, r.progress, r.expected_exchange
from property_report r
cross join lateral (select hashtextextended(r.property_id::text, 0) >> 8 as i) given
cross join lateral (select current_setting('bench.today')::date - bench_between(i, 320, 0, 20) as since) n
where r.phase not in ('withdrawn', 'completed') and r.b_staff is not null and bench_chance(i, 321) < 0.2;

-- Every sixth visible item: snoozed, chased, or promised; for some of each the time has come.
insert into action_item_snooze (company_id, subject_id, key, until, reason, attempts, set_by, set_on)
select company_id, subject_id, key, today::timestamp at time zone 'UTC' + bench_between(i, 331, -3, 6) * interval '1 day' + interval '9 hours',
       bench_pick(i, 332, '{snoozed,chased,promised}'), bench_between(i, 333, 0, 3), progressor_id, today::timestamp at time zone 'UTC' - interval '4 days'
from action_item
cross join lateral (select hashtextextended(subject_id || key, 0) as i, current_setting('bench.today')::date as today) given
where progressor_id is not null and kind not in ('callback', 'news') and shows_on <= today and bench_chance(i, 330) < 0.17;
