-- Action items as written by `deriveActionItems`, which would take hours for this many properties. The bench compares a sample of both,
-- except news, which are invented. This data has no contacts: the party of a step is a vendor or a buyer.

-- Sales with an expected exchange: six of ten.
update property p set expected_exchange = current_setting('bench.today')::date + bench_between(hashtextextended(p.id::text, 0), 300, -10, 60)
from property_report r
where r.company_id = p.company_id and r.property_id = p.id and r.phase = 'sold' and bench_chance(hashtextextended(p.id::text, 0), 301) < 0.6;
update property_report r set expected_exchange = p.expected_exchange from property p
where p.company_id = r.company_id and p.id = r.property_id and p.expected_exchange is not null;

-- Twelve conversations with the vendor of each live sale in the last half year; every other one reached the vendor.
create unlogged table bench_said as
select r.company_id, r.property_id, p.owner_id, u.first_name || ' ' || u.last_name as owner, p.b_staff, i, n,
       bench_id(at, i + n, 310) as id, at, bench_chance(i + n, 311) < 0.5 as spoke
from property_report r
join property p on p.company_id = r.company_id and p.id = r.property_id
join app_user u on u.id = p.owner_id
cross join lateral (select hashtextextended(r.property_id::text, 0) >> 8 as i) given
cross join generate_series(0, 11) n
cross join lateral (select (current_setting('bench.today')::date - 15 * n - bench_between(i + n, 312, 1, 14))::timestamp at time zone 'UTC'
  + interval '10 hours' as at) day
where r.phase in ('sold', 'exchanged');

-- Two in three have a note, as long as the notes of the search.
insert into conversation (company_id, id, at, user_id, channel, party_ref, party_role, party_name, note, createdon)
select company_id, id, at, coalesce(b_staff, owner_id), 'call', 'vendor:' || owner_id, 'vendor', owner,
       case when bench_chance(i + n, 315) < 0.33 then '' else
         bench_pick(i + n, 316, '{Asks about,Was told about,Waits for,Rang the council about,Sent the buyer,Complains about}') || ' '
         || bench_pick(i + n, 317, '{searches,the management pack,enquiries,the mortgage offer,the deposit,the survey,a gas certificate,keys}') || ', '
         || bench_pick(i + n, 318, '{nothing before Friday,will ring back,needs the original,a maple near the garage,wants a later completion}') || '.' end, at
from bench_said order by at;

-- Every other unanswered last conversation has a call-back.
insert into conversation_sale (company_id, conversation_id, property_id, outcome, next_at, call_back_open)
select company_id, id, property_id, case when spoke then 'spoke' else 'leftMessage' end,
       case when rings then (current_setting('bench.today')::date + bench_between(i, 313, -3, 2))::timestamp at time zone 'UTC' + interval '14 hours' end, rings
from bench_said cross join lateral (select n = 0 and not spoke and bench_chance(i, 314) < 0.5 as rings) r;

update property_report r set vendor_last_updated_on = s.day
from (select company_id, property_id, max(london_day(at)) as day from bench_said where spoke group by 1, 2) s
where s.company_id = r.company_id and s.property_id = r.property_id;

create unlogged table bench_item as
with sale as (
  select r.company_id, r.property_id, r.branch_id, r.b_staff as progressor_id, r.phase, r.progress, r.expected_exchange,
         floor((r.expected_fee + 50) / 100)::int as fee, 'vendor:' || p.owner_id as vendor,
         case when p.buyer_name <> '' then 'buyer:' || p.id end as buyer,
         r.open_steps, r.offer_accepted, r.vendor_last_updated_on, p.c_signed_end_date, p.notice_given, p.notice_end, p.completion_date
  from property_report r join property p on p.company_id = r.company_id and p.id = r.property_id
  where r.phase not in ('withdrawn', 'completed')
),
made as (
  select s.*, case when surveys then 'survey' else 'step' end || ':' || step.key as key,
         case when step.state = 'B' then 'blocked' when surveys then 'survey' else 'step' end as kind,
         case when step.key in (1, 2, 3, 4, 30) then 'self' when step.key in (24, 25, 31, 35) then s.vendor else s.buyer end as party_ref,
         case when step.key in (1, 2, 3, 4, 30) then 'self' when step.key in (24, 25, 31, 35) then 'vendor' else 'buyer' end as party_role,
         step.title || case when surveys then ' report' else '' end as description,
         case when surveys then step.survey_date + 5 when step.state = 'B' then least(step.blocked_on, o.date) else o.date end as due_on,
         null::date as shows_until, null::time as due_at,
         case when step.state = 'B' then '{150,15,500}'::int[] when surveys then '{50,5,200}' else '{100,15,500}' end as late
  from sale s
  cross join lateral jsonb_to_recordset(s.open_steps::jsonb) as o (key smallint, date date)
  join property_step step on step.company_id = s.company_id and step.property_id = s.property_id and step.key = o.key
  cross join lateral (select step.state = 'IP' and step.key between 5 and 21 and step.survey_awaiting_reports is true as surveys) w
  where step.key <> 25 and (step.key <> 24 or s.expected_exchange is null) and (o.date is not null or step.state = 'B')
  union all
  select s.*, 'exchange', 'exchange', s.vendor, 'vendor', 'Exchange', s.expected_exchange + 1, null, null, '{100,15,500}'
  from sale s where s.phase = 'sold' and s.expected_exchange is not null
  union all
  select s.*, 'callback:' || x.conversation_id, 'callback', s.vendor, 'vendor', 'Ring back', london_day(x.next_at), null,
         date_trunc('minute', x.next_at at time zone 'Europe/London')::time, '{120,20,500}'
  from sale s join conversation_sale x on x.company_id = s.company_id and x.property_id = s.property_id and x.call_back_open
  union all
  select s.*, 'silence:vendor', 'silence', s.vendor, 'vendor', 'Update the vendor', since + case s.phase when 'forSale' then 14 else 7 end, null, null, '{60,10,300}'
  from sale s
  left join property_step launched on launched.company_id = s.company_id and launched.property_id = s.property_id and launched.key = 2
  cross join lateral (select coalesce(s.vendor_last_updated_on, s.offer_accepted, launched.completed_on) as since) l
  where s.phase <> 'preForSale' and since is not null
  union all
  select s.*, 'silence:buyer', 'silence', s.buyer, 'buyer', 'Update the buyer', s.offer_accepted + 14, null, null, '{30,5,150}'
  from sale s where s.phase in ('sold', 'exchanged') and s.offer_accepted is not null
  union all
  select s.*, 'expiry:contract', 'expiry', s.vendor, 'vendor', 'Agency agreement', s.c_signed_end_date - 14, s.c_signed_end_date + 14, null, '{60,10,200}'
  from sale s where s.phase in ('preForSale', 'forSale') and s.c_signed_end_date is not null
  union all
  select s.*, 'expiry:notice', 'expiry', s.vendor, 'vendor', 'Notice', s.notice_end - 7, null, null, '{100,15,300}'
  from sale s where s.phase <> 'exchanged' and s.notice_given is not null and s.notice_end is not null
  union all
  select s.*, 'move', 'move', s.vendor, 'vendor', 'Move', s.completion_date - 7, null, null, '{80,10,300}'
  from sale s where s.phase = 'exchanged' and s.completion_date is not null
  union all
  select s.*, 'news', 'news', 'self', 'self', '1 new note', since, since + 14, null, '{40,2,60}'
  from sale s
  cross join lateral (select hashtextextended(s.property_id::text, 0) >> 8 as i) given
  cross join lateral (select current_setting('bench.today')::date - bench_between(i, 320, 0, 20) as since) n
  where s.progressor_id is not null and bench_chance(i, 321) < 0.2
)
select * from made;

insert into action_item (company_id, subject_id, key, property_id, branch_id, progressor_id, kind, party_ref, party_role, description, shows_on,
  shows_until, due_on, due_at, late_base, late_per_day, late_cap, fee, phase, progress, expected_exchange)
select company_id, property_id, key, property_id, branch_id, progressor_id, kind, party_ref, party_role, description, due_on,
       shows_until, due_on, due_at, late[1], late[2], late[3], fee, phase, progress, expected_exchange
from bench_item order by company_id, property_id, key;

-- Every sixth visible item: snoozed, chased, or promised; for some of each the time has come.
insert into action_item_snooze (company_id, subject_id, key, until, reason, attempts, set_by, set_on)
select company_id, subject_id, key, today::timestamp at time zone 'UTC' + bench_between(i, 331, -3, 6) * interval '1 day' + interval '9 hours',
       bench_pick(i, 332, '{snoozed,chased,promised}'), bench_between(i, 333, 0, 3), progressor_id, today::timestamp at time zone 'UTC' - interval '4 days'
from action_item
cross join lateral (select hashtextextended(subject_id || key, 0) as i, current_setting('bench.today')::date as today) given
where progressor_id is not null and kind not in ('callback', 'news') and shows_on <= today and bench_chance(i, 330) < 0.17;

drop table bench_said, bench_item;
