-- "Who (name and role then)": trust design, section 2.1. An entry has the name and role of its author when it was written. The column is
-- part of the sealed digest of the entry (`digestOf`), so an erasure can replace it like the data.
alter table event add column author jsonb check (jsonb_typeof(author) = 'object');

-- `role`: type of the account. `device`: of the session. `party`: of the link.
create function name_author() returns trigger language plpgsql as $$
begin
  if new.user_id is not null then
    select jsonb_strip_nulls(jsonb_build_object(
      'userId', u.id, 'name', btrim(u.first_name || ' ' || u.last_name), 'role', u.type, 'device', (
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
-- Restored entries keep what their archive contains.
create trigger event_names_author before insert on event for each row
  when (new.author is null and current_setting('gya.restoring', true) is distinct from 'on')
  execute function name_author();

-- Processes of the previous version, which compute the digest without the author, do not seal any more.
create function refuse_earlier_sealers() returns trigger language plpgsql as $$
begin
  raise exception 'entries are sealed with their authors since version 0340';
end $$;
create trigger event_seal_has_author before insert on event_seal for each statement
  when (current_setting('gya.sealing', true) is distinct from 'with-author'
    and current_setting('gya.restoring', true) is distinct from 'on')
  execute function refuse_earlier_sealers();

-- Entries from before this column have no author. Their authors, as they are named now, are written into the record itself: entries of the
-- kind `authors-recorded`, the first of which counts for each author. `people`: authors by account, API key or party link.
create function record_authors(of_company uuid) returns void language sql as $$
  insert into event (company_id, id, at, kind, via, data)
  select of_company, gen_random_uuid(), now(), 'authors-recorded', 'job', jsonb_build_object('people', jsonb_object_agg(id, author))
  from (
    select id, author, (row_number() over (order by id) - 1) / 500 as part
    from (
      select u.id, jsonb_build_object(
        'userId', u.id, 'name', btrim(u.first_name || ' ' || u.last_name), 'role', u.type) as author
      from app_user u where u.id in (select e.user_id from event e where e.company_id = of_company and e.author is null)
      union all
      select k.id, jsonb_build_object('name', 'Key ‘' || k.name || '’')
      from api_key k where k.company_id = of_company and k.id in (
        select e.via_id from event e
        where e.company_id = of_company and e.author is null and e.user_id is null and e.via = 'api')
      union all
      select l.id, jsonb_build_object('name', l.name, 'party', l.party)
      from party_link l where l.company_id = of_company and l.id in (
        select e.via_id from event e
        where e.company_id = of_company and e.author is null and e.user_id is null and e.via = 'party')) authors
    where not exists (
      select from event r
      where r.company_id = of_company and r.kind = 'authors-recorded' and r.data -> 'people' ? authors.id::text)) numbered
  group by part
$$;
create index event_authors_recorded on event (company_id) where kind = 'authors-recorded';

select record_authors(id) from company;

-- The entries of a vendor, whose name is replaced in all of them when the account is erased by age.
create index event_of_vendors on event (company_id, user_id) where via = 'vendor';
