-- needs: refresh_progressor
create or replace function refresh_progressor_of_account() returns trigger language plpgsql as $$
begin
  perform refresh_progressor(new.company_id, new.id);
  return null;
end $$;
create or replace trigger account_is_progressor after update of deleted_on, deactivated_on, type, all_branches on app_user
  for each row when (new.type <> 'VENDOR' and new.company_id is not null and (old.deleted_on, old.deactivated_on, old.type, old.all_branches)
    is distinct from (new.deleted_on, new.deactivated_on, new.type, new.all_branches))
  execute function refresh_progressor_of_account();
