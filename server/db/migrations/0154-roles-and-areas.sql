-- Area managers, progressors and readers; areas. Trust design, section 7.
alter table app_user drop constraint app_user_type_check;
alter table app_user
  add constraint app_user_type_check check (type in ('GYA_ADMIN', 'COMPANY_ADMIN', 'AREA_MANAGER', 'BRANCH_ADMIN', 'BRANCH_STAFF',
    'PROGRESSOR', 'READER', 'VENDOR')),
  add column all_branches boolean not null default false
    check (not all_branches or (company_id is not null and type <> 'VENDOR'));

create table area (
  company_id uuid not null references company (id) on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user (id),
  primary key (company_id, id)
);
create unique index area_by_name on area (company_id, lower(name));

alter table branch
  add column area_id uuid,
  add foreign key (company_id, area_id) references area (company_id, id);
create index branch_by_area on branch (company_id, area_id) where area_id is not null;

create table area_member (
  company_id uuid not null,
  area_id uuid not null,
  user_id uuid not null references app_user (id),
  primary key (company_id, area_id, user_id),
  foreign key (company_id, area_id) references area (company_id, id) on delete cascade
);
create index area_member_by_user on area_member (user_id);

-- Who works in which branch: "reach = branches of membership, plus those of one's areas, plus all where all_branches". Company admins
-- belong to every branch. Includes deleted branches; does not check accounts.
create view branch_reach (company_id, branch_id, user_id) as
  select m.company_id, m.branch_id, m.user_id from branch_member m
  union all
  select a.company_id, b.id, a.user_id from area_member a join branch b on b.company_id = a.company_id and b.area_id = a.area_id
  union all
  select b.company_id, b.id, u.id from app_user u join branch b on b.company_id = u.company_id
  where u.all_branches or u.type = 'COMPANY_ADMIN';

-- A progressor or assignee counts while their account is active, works on sales and reaches the branch.
create or replace function refresh_progressor(company uuid, person uuid) returns void language sql as $$
  with account as (
    select u.id from app_user u
    where u.id = person and u.company_id = company and u.type not in ('READER', 'VENDOR')
      and u.deleted_on is null and u.deactivated_on is null
  ),
  theirs as (
    select p.id as subject_id, null as key, p.branch_id
    from property p where p.company_id = company and p.b_staff = person and p.deleted_on is null
    union all
    select coalesce(t.property_id, t.id), 'task:' || t.id, p.branch_id
    from task t left join property p on p.company_id = t.company_id and p.id = t.property_id
    where t.company_id = company and t.assignee_id = person and t.state = 'open'
  ),
  wanted as (
    select theirs.*, case when exists (select from account where theirs.branch_id is null
        or exists (select from branch_reach r where r.company_id = company and r.branch_id = theirs.branch_id and r.user_id = person))
      then person end as progressor_id
    from theirs
  )
  update action_item i set progressor_id = w.progressor_id
  from wanted w
  where i.company_id = company and i.subject_id = w.subject_id
    and (case when w.key is null then i.kind <> 'task' else i.key = w.key end)
    and i.progressor_id is distinct from w.progressor_id
$$;

create trigger area_member_is_progressor after insert or delete on area_member
  for each row execute function refresh_progressor_of_member();

drop trigger account_is_progressor on app_user;
create trigger account_is_progressor after update of deleted_on, deactivated_on, type, all_branches on app_user
  for each row when (new.type <> 'VENDOR' and new.company_id is not null and (old.deleted_on, old.deactivated_on, old.type, old.all_branches)
    is distinct from (new.deleted_on, new.deactivated_on, new.type, new.all_branches))
  execute function refresh_progressor_of_account();

create function refresh_progressors_of_areas() returns trigger language plpgsql as $$
begin
  perform refresh_progressor(a.company_id, a.user_id)
  from (select distinct company_id, user_id from area_member
    where company_id = new.company_id and area_id in (old.area_id, new.area_id)) a;
  return null;
end $$;
create trigger branch_area_is_followed after update of area_id on branch
  for each row when (old.area_id is distinct from new.area_id) execute function refresh_progressors_of_areas();

-- Nobody may override fewer items than before: area managers get the overrides of branch admins.
update gate_item set override_by = array_append(override_by, 'AREA_MANAGER')
where 'BRANCH_ADMIN' = any(override_by) and not 'AREA_MANAGER' = any(override_by);
