-- A progressor or assignee counts while their account is active and a member of the branch, or administers the company. Runs in the
-- transaction that changes account or membership, so that sales become unassigned, or assigned again, at once.
create function refresh_progressor(company uuid, person uuid) returns void language sql as $$
  with account as (
    select u.type = 'COMPANY_ADMIN' as in_every_branch from app_user u
    where u.id = person and u.company_id = company and u.deleted_on is null and u.deactivated_on is null
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
    select theirs.*, case when exists (select from account where in_every_branch or theirs.branch_id is null
        or exists (select from branch_member m where m.company_id = company and m.branch_id = theirs.branch_id and m.user_id = person))
      then person end as progressor_id
    from theirs
  )
  update action_item i set progressor_id = w.progressor_id
  from wanted w
  where i.company_id = company and i.subject_id = w.subject_id
    and (case when w.key is null then i.kind <> 'task' else i.key = w.key end)
    and i.progressor_id is distinct from w.progressor_id
$$;

create function refresh_progressor_of_member() returns trigger language plpgsql as $$
begin
  perform refresh_progressor(coalesce(new.company_id, old.company_id), coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger branch_member_is_progressor after insert or delete on branch_member
  for each row execute function refresh_progressor_of_member();

create function refresh_progressor_of_account() returns trigger language plpgsql as $$
begin
  perform refresh_progressor(new.company_id, new.id);
  return null;
end $$;
create trigger account_is_progressor after update of deleted_on, deactivated_on, type on app_user
  for each row when (new.type <> 'VENDOR' and new.company_id is not null
    and (old.deleted_on, old.deactivated_on, old.type) is distinct from (new.deleted_on, new.deactivated_on, new.type))
  execute function refresh_progressor_of_account();

-- A bulk correction of expected fees only writes property_report.
create function follow_expected_fee() returns trigger language plpgsql as $$
begin
  update action_item i set fee = floor((new.expected_fee + 50) / 100)
  where i.company_id = new.company_id and i.property_id = new.property_id
    and i.fee is distinct from floor((new.expected_fee + 50) / 100)::int;
  return null;
end $$;
create trigger report_fee_is_followed after update of expected_fee on property_report
  for each row when (old.expected_fee is distinct from new.expected_fee) execute function follow_expected_fee();

-- Deleted properties are removed from Today as from the lists.
create function leave_today() returns trigger language plpgsql as $$
begin
  delete from action_item i where i.company_id = old.company_id and i.subject_id = old.property_id;
  return null;
end $$;
create trigger deleted_leaves_today after delete on property_report for each row execute function leave_today();
