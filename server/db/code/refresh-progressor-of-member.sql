-- needs: refresh_progressor
create or replace function refresh_progressor_of_member() returns trigger language plpgsql as $$
begin
  perform refresh_progressor(coalesce(new.company_id, old.company_id), coalesce(new.user_id, old.user_id));
  return null;
end $$;
create or replace trigger branch_member_is_progressor after insert or delete on branch_member
  for each row execute function refresh_progressor_of_member();
create or replace trigger area_member_is_progressor after insert or delete on area_member
  for each row execute function refresh_progressor_of_member();
