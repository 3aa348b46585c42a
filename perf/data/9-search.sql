-- Data of the search besides properties: firms with their people, and one to three notes per property.

insert into company_contact (company_id, id, name, tel, type, createdon)
select company_id, bench_id('2023-01-04', company * 10000 + n, 400), bench_pick(n, 401, '{Nettlefold,Primrose,Bracken,Maple,Garland,Streeter,Harrow,Ashby}') || ' '
         || bench_pick(n, 402, '{Conveyancing,Solicitors,Law,Mortgages}') || ' ' || n, '0118 496 ' || lpad(n::text, 4, '0'), 'unknown', '2023-01-04T09:00:00Z'
from (select company_id, row_number() over (order by count(*) desc, company_id) as company, count(*) as branches from branch group by 1) c
cross join lateral generate_series(1, branches * 50) n;

insert into company_contact_poc (company_id, contact_id, id, name, email, tel, createdon)
select c.company_id, c.id, bench_id('2023-01-05', i * 10 + n, 403), bench_pick(i * 10 + n, 404, '{Calliope,Gareth,Strider,Roald,Ottoline,Ludovic}') || ' '
         || bench_pick(i * 10 + n, 405, '{Anvil,Garner,Streeter,Mapp,Quill,Ashworth}'), 'person@sample.example', '0118 497 ' || lpad((i % 10000)::text, 4, '0'),
       '2023-01-05T09:00:00Z'
from company_contact c cross join lateral (select abs(hashtext(c.id::text))::bigint as i) given cross join generate_series(1, 2) n;

insert into note (company_id, id, property_id, message, createdon, updatedon)
select r.company_id, bench_id(at, i * 10 + n, 410), r.property_id,
       bench_pick(i * 10 + n, 411, '{Rang the vendor about,Left a message with the solicitor on,The buyer asks for,Waiting for the council about,Spoke to the broker on,E-mailed the lender about}')
         || ' ' || bench_pick(i * 10 + n, 412, '{searches,the management pack,enquiries,the mortgage offer,the deposit,the survey,boundary plans,the lease extension,a gas certificate,keys}')
         || ', ' || bench_pick(i * 10 + n, 413, '{nothing before Friday,promised for next week,will ring back,sent again,needs the original,the road is unadopted,a maple near the garage,wants a later completion}')
         || '. ' || repeat(bench_pick(i * 10 + n, 414, '{They were friendly but slow. ,It was confirmed in writing. ,The other side agrees. ,Nobody answers after four. }'), bench_between(i * 10 + n, 415, 0, 6)),
       at, at
from property_report r
cross join lateral (select abs(hashtext(r.property_id::text))::bigint as i) given
cross join lateral generate_series(1, bench_between(i, 416, 1, 3)) n
cross join lateral (select r.taken_on::timestamp at time zone 'UTC' + bench_between(i * 10 + n, 417, 0, 200) * interval '1 day' as at) noted
order by at;
