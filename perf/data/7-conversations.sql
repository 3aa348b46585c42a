-- What people have recorded of each live sale, from which the product derives the action items. This data has no contacts: the party of a
-- step is a vendor or a buyer.

create unlogged table bench_live as
select company_id, property_id, exchanged <= until as has_exchanged from bench_plan where withdrawn_on is null and agreed <= until and completed > until;

-- Sales with an expected exchange: six of ten.
update property p set expected_exchange = current_setting('bench.today')::date + bench_between(hashtextextended(p.id::text, 0), 300, -10, 60)
from bench_live l
where l.company_id = p.company_id and l.property_id = p.id and not l.has_exchanged and bench_chance(hashtextextended(p.id::text, 0), 301) < 0.6;

-- Twelve conversations with the vendor of each live sale in the last half year; every other one reached the vendor.
create unlogged table bench_said as
select p.company_id, p.id as property_id, p.owner_id, u.first_name || ' ' || u.last_name as owner, p.b_staff, i, n,
       bench_id(at, i + n, 310) as id, at, bench_chance(i + n, 311) < 0.5 as spoke
from bench_live l
join property p on p.company_id = l.company_id and p.id = l.property_id
join app_user u on u.id = p.owner_id
cross join lateral (select hashtextextended(p.id::text, 0) >> 8 as i) given
cross join generate_series(0, 11) n
cross join lateral (select (current_setting('bench.today')::date - 15 * n - bench_between(i + n, 312, 1, 14))::timestamp at time zone 'UTC'
  + interval '10 hours' as at) day;

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

drop table bench_said, bench_live, bench_plan;
