create or replace function is_given_up_restore(company uuid) returns boolean language sql stable as $$
  select current_setting('gya.restoring', true) = 'on'
    and exists (select from archive_upload a where a.of_company = company and a.state = 'giving-up')
    and exists (select from company c where c.id = company and c.deleted_on is not null)
$$;
