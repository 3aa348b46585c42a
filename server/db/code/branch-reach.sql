-- Who works in which branch: "reach = branches of membership, plus those of one's areas, plus all where all_branches". Company admins
-- belong to every branch. Includes deleted branches; does not check accounts.
create or replace view branch_reach (company_id, branch_id, user_id) as
  select m.company_id, m.branch_id, m.user_id from branch_member m
  union all
  select a.company_id, b.id, a.user_id from area_member a join branch b on b.company_id = a.company_id and b.area_id = a.area_id
  union all
  select b.company_id, b.id, u.id from app_user u join branch b on b.company_id = u.company_id
  where u.all_branches or u.type = 'COMPANY_ADMIN';
