-- Company 1 is the large one; company 2 is one of the others, which are copies of it (copy-companies.ts). The first branch of each has its
-- own fee deduction.

create unlogged table bench_branch as
select c as company, b as branch, bench_id('2023-01-01', c, 1) as company_id, bench_id('2023-01-02', c * 100 + b, 2) as branch_id,
       case when c = 1 then 20 else 5 end as branches
from generate_series(1, 2) c, lateral generate_series(1, case when c = 1 then 20 else 5 end) b;
alter table bench_branch add primary key (company, branch);

insert into company (id, name, available_licenses, line1, town, postcode, fee_deduction, timeline, createdon)
select company_id, 'Sample Estates ' || company, 1000, company || ' Sample Street', 'Sampleton', 'ZZ1 1ZZ', 500 + company * 10,
       current_setting('bench.template')::jsonb, '2023-01-01T09:00:00Z'
from bench_branch where branch = 1;

insert into branch (company_id, id, name, line1, postcode, use_branch_deduction, fee_deduction, timeline_template, createdon)
select company_id, branch_id, 'Branch ' || branch, branch || ' Sample Street', 'ZZ1 1ZZ', branch = 1, case when branch = 1 then 1000 end,
       current_setting('bench.template')::jsonb, '2023-01-02T09:00:00Z'
from bench_branch;

-- Six of the staff in every branch, and an administrator in every company.
insert into app_user (id, company_id, type, first_name, last_name, email, activated, createdon)
select bench_id('2023-01-03', company * 10000 + branch * 10 + n, 3), company_id, 'BRANCH_STAFF', 'Staff' || n, 'Sample' || branch,
       format('staff%s.%s.%s@sample.example', company, branch, n), true, '2023-01-03T09:00:00Z'
from bench_branch, generate_series(1, 6) n;

insert into app_user (id, company_id, type, first_name, last_name, email, activated, createdon)
select bench_id('2023-01-03', company, 4), company_id, 'COMPANY_ADMIN', 'Admin', 'Sample', format('admin%s@sample.example', company), true,
       '2023-01-03T09:00:00Z'
from bench_branch where branch = 1;

insert into branch_member (company_id, branch_id, user_id)
select company_id, branch_id, bench_id('2023-01-03', company * 10000 + branch * 10 + n, 3) from bench_branch, generate_series(1, 6) n;
