import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { tablesByName } from '../../db/tables.ts'

/** A platform administrator whom rows of the company name. */
export type PlatformPerson = { id: string; firstName: string; lastName: string }

/** Foreign keys of archived tables to accounts. */
async function accountColumns(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select k.conrelid::regclass::text as table, a.attname::text as column
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.confrelid = 'public.app_user'::regclass
    order by 1, 2`.execute(db)
  return rows.filter(({ table }) => tablesByName[table]?.as === 'archived')
}

/** All people outside a company whom its archived rows and entries name, ordered by id. */
export async function findPlatformPeople(db: Db, companyId: string): Promise<PlatformPerson[]> {
  const named = [{ table: 'event', column: 'user_id' }, ...(await accountColumns(db))].map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(table === 'company' ? 'id' : 'company_id')} = ${companyId}`,
  )
  const { rows } = await sql<PlatformPerson>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName" from app_user u
    where u.company_id is null and u.id in (${sql.join(named, sql` union `)}) order by u.id`.execute(db)
  return rows
}
