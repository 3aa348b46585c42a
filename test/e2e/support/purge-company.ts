import type { Accounts } from './accounts.ts'

/** Deletes every row of a company, as on an installation that never had it. Foreign keys and triggers are disabled. */
export const purgeCompany = (accounts: Accounts, companyId: string): Promise<void> =>
  accounts.query(
    `do $$
    declare named text;
    begin
      set local session_replication_role = replica;
      for named in
        select c.relname from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      loop
        execute format('delete from %I where company_id = %L', named, '${companyId}');
      end loop;
      delete from company where id = '${companyId}';
    end $$`,
    [],
  )
