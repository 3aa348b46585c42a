-- A person for whom an application acts: "Tamsin Larkspur, with ‘Larkmead Assistant’". `role`: type of the account. `device`: of the session. `party`: of the link.
create or replace function name_author() returns trigger language plpgsql as $$
begin
  if new.user_id is not null then
    select jsonb_strip_nulls(jsonb_build_object(
      'userId', u.id, 'name', btrim(u.first_name || ' ' || u.last_name) || coalesce((
        select ', with ‘' || a.name || '’' from app_grant g
        join connected_app a on a.company_id = g.company_id and a.id = g.app_id
        where new.via = 'api' and g.company_id = new.company_id and g.id = new.via_id), ''),
      'role', u.type, 'device', (
        select nullif(l.device, '') from session_log l
        where l.id = new.via_id and l.company_id in (new.company_id, '00000000-0000-0000-0000-000000000000')
        limit 1)))
    into new.author from app_user u where u.id = new.user_id;
  elsif new.via = 'api' then
    select jsonb_build_object('name', 'Key ‘' || k.name || '’') into new.author
    from api_key k where k.company_id = new.company_id and k.id = new.via_id;
  elsif new.via = 'party' then
    select jsonb_build_object('name', l.name, 'party', l.party) into new.author
    from party_link l where l.company_id = new.company_id and l.id = new.via_id;
  end if;
  return new;
end $$;
create or replace trigger event_names_author before insert on event for each row
  when (new.author is null and current_setting('gya.restoring', true) is distinct from 'on')
  execute function name_author();
