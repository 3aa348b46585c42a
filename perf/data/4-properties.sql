insert into app_user (id, company_id, type, first_name, last_name, email, tel, activated, last_login, email_verified, createdon)
select owner_id, company_id, 'VENDOR',
       bench_pick(i, 50, '{Ada,Bert,Cleo,Dora,Ezra,Fay,Gus,Hetty,Ivo,Jess,Kit,Lottie,Max,Nell,Otto,Pia,Quin,Rosa,Sid,Tess,Una,Vic,Wilma,Xena,Yves,Zoe}'),
       bench_pick(i, 51, '{Applegarth,Buttonhook,Candlewick,Doorbell,Eiderdown,Featherbed,Gatepost,Hatstand,Inkwell,Jamjar,Kettledrum,Lampshade,Milkchurn,Nutmeg,Oatcake,Picnic,Quillpen,Rooftile,Saltcellar,Teacosy,Umbrella,Velvet,Windowbox,Yardstick}'),
       format('vendor%s@sample.example', i), '07700 900' || lpad((i % 1000)::text, 3, '0'), bench_chance(i, 52) < 0.5,
       case when bench_chance(i, 52) < 0.4 then created + interval '2 days' end, bench_chance(i, 52) < 0.4, created
from bench_plan order by i;

insert into property (company_id, id, branch_id, owner_id, line1, line2, town, postcode, bedrooms, ownership, leasehold_pack_sent, active, withdrawn_on,
  buyer_name, buyer_email, buyer_cash_buyer, b_staff, negotiator_id, chain, c_term, c_signed, listed, agency_fee_type, agency_fee, agency_fee_percent,
  notice_given, notice_days, agreed_price, completion_date, version, createdon, updatedon)
select company_id, property_id, branch_id, owner_id,
       case when bench_chance(i, 60) < 0.2 then format('Flat %s, ', bench_between(i, 61, 1, 40)) else '' end || bench_between(i, 62, 1, 250) || ' '
         || bench_pick(i, 63, '{Acorn,Barley,Clover,Damson,Elder,Fennel,Gorse,Hazel,Ivy,Juniper,Larch,Maple,Oak,Poplar,Rowan,Sorrel,Thistle,Walnut,Willow,Yarrow}') || ' '
         || bench_pick(i, 64, '{Avenue,Close,Court,Crescent,Drive,Gardens,Grove,Lane,Mews,Place,Road,Row,Street,Terrace,View,Way}'),
       case when bench_chance(i, 65) < 0.3 then bench_pick(i, 66, '{Upper Sample,Lower Sample,Sample Green,Sample End}') else '' end,
       bench_pick(i, 67, '{Sampleton,Specimen,Mockford,Exampleham,Placeholder-on-Sea}'),
       format('ZZ%s %s%s%s', bench_between(i, 68, 1, 60), bench_between(i, 69, 1, 9), chr(64 + bench_between(i, 70, 1, 26)), chr(64 + bench_between(i, 71, 1, 26))),
       bench_between(i, 72, 1, 6), bench_pick(i, 73, '{freehold,freehold,freehold,leasehold,unknown}'), bench_pick(i, 74, '{yes,no,unknown}'),
       withdrawn_on is null, withdrawn_on,
       case when agreed <= until then bench_pick(i, 75, '{Amy,Ben,Cat,Dan,Eve,Fin,Gil,Hal}') || ' ' || bench_pick(i, 76, '{Anvil,Bellows,Crucible,Dynamo,Engine,Flywheel}') else '' end,
       case when agreed <= until then format('buyer%s@sample.example', i) else '' end,
       agreed <= until and cash,
       case when bench_chance(i, 77) < 0.9 then bench_id('2023-01-03', company * 10000 + branch * 10 + bench_between(i, 78, 1, 6), 3) end,
       case when bench_chance(i, 93) < 0.95 then bench_id('2023-01-03', company * 10000 + branch * 10 + bench_between(i, 94, 1, 6), 3) end,
       case when bench_chance(i, 79) < 0.3 then 3 else bench_between(i, 80, 0, 2) end,
       case when bench_chance(i, 81) < 0.9 then bench_between(i, 82, 8, 24) end, case when bench_chance(i, 81) < 0.9 then taken end, launched,
       case when bench_chance(i, 83) < 0.1 then 1 else 0 end,
       case when bench_chance(i, 83) < 0.1 then bench_between(i, 84, 1500, 6000) * 100 end,
       case when bench_chance(i, 83) >= 0.1 and bench_chance(i, 85) < 0.97 then bench_between(i, 86, 75, 250) * 10 end,
       case when bench_chance(i, 87) < 0.05 and until > launched then launched + bench_between(i, 88, 0, until - launched) end,
       bench_between(i, 89, 1, 28),
       case when agreed <= until then price * bench_between(i, 90, 92, 102) / 100 end,
       case when exchanged <= until then completed end,
       bench_between(i, 91, 1, 40), created, until::timestamp at time zone 'UTC' + interval '15 hours'
from bench_plan order by i;

insert into asking_price (company_id, id, property_id, price, effective_date, price_option, createdon)
select company_id, bench_id(created, i * 10 + n, 100), property_id, price * (104 - 4 * n) / 100, taken + 45 * (n - 1), bench_between(i, 101, 0, 4),
       created + (n - 1) * interval '45 days'
from bench_plan, generate_series(1, bench_between(i, 102, 1, 2)) n
where taken + 45 * (n - 1) <= until and bench_chance(i, 103) < 0.98
order by i, n;

-- Up to three offers were rejected or withdrawn or, before a sale is agreed, are pending; then one was accepted.
insert into offer (company_id, id, property_id, name, amount, made_on, state, accepted_on, cash_buy, chain, createdon)
select company_id, bench_id(created, i * 10 + n, 110), property_id,
       case when n = 0 then p.buyer_name else 'Hopeful ' || bench_pick(i * 10 + n, 111, '{Anvil,Bellows,Crucible,Dynamo}') end,
       price * bench_between(i * 10 + n, 112, 85, 101) / 100, made_on,
       case when n = 0 then 'A' when agreed > until and bench_chance(i * 10 + n, 113) < 0.4 then 'P' when bench_chance(i * 10 + n, 113) < 0.8 then 'R' else 'W' end,
       case when n = 0 then agreed end, n = 0 and cash, bench_chance(i * 10 + n, 114) < 0.5, made_on::timestamp at time zone 'UTC' + interval '11 hours'
from bench_plan
cross join lateral (select buyer_name from property where company_id = bench_plan.company_id and id = bench_plan.property_id) p
cross join lateral generate_series(0, bench_between(i, 115, 0, 3)) n
cross join lateral (select case when n = 0 then agreed else launched + bench_between(i * 10 + n, 116, 1, greatest(agreed - launched - 1, 1)) end as made_on) m
where made_on <= until
order by i, n;

insert into offer_amount (company_id, offer_id, position, amount, createdon)
select company_id, id, 1, amount, createdon from offer;

insert into viewing (company_id, id, property_id, name, viewed_on, viewed_at, createdon)
select company_id, bench_id(created, i * 10 + n, 120), property_id, 'Viewer ' || n, viewed_on, time '10:00' + n * interval '1 hour',
       viewed_on::timestamp at time zone 'UTC'
from bench_plan
cross join lateral generate_series(1, bench_between(i, 121, 0, 5)) n
cross join lateral (select launched + bench_between(i * 10 + n, 122, 1, agreed - launched) as viewed_on) v
where viewed_on <= until
order by i, n;
