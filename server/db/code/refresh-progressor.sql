-- needs: branch_reach
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
