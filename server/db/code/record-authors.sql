-- Entries from before this column have no author. Their authors, as they are named now, are written into the record itself: entries of the
-- kind `authors-recorded`, the first of which counts for each author. `people`: authors by account, API key or party link.
create or replace function record_authors(of_company uuid) returns void language sql as $$
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
