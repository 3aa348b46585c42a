-- needs: refresh_progressor
create or replace function refresh_progressors_of_areas() returns trigger language plpgsql as $$
begin
  perform refresh_progressor(a.company_id, a.user_id)
  from (select distinct company_id, user_id from area_member
    where company_id = new.company_id and area_id in (old.area_id, new.area_id)) a;
  return null;
end $$;
create or replace trigger branch_area_is_followed after update of area_id on branch
  for each row when (old.area_id is distinct from new.area_id) execute function refresh_progressors_of_areas();
