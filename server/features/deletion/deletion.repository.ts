import type { Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** A company that is being restored from an archive is hidden like a deleted one, but was not deleted. */
const isWhole = (companyId: RawBuilder<unknown>) =>
  sql<SqlBool>`not exists (select from archive_upload a where a.of_company = ${companyId} and a.state in ('restoring', 'giving-up'))`

/** Locks a company that was deleted after `since`. */
export const lockDeletedCompany = (db: Db, companyId: string, since: Instant) =>
  db
    .selectFrom('company')
    .select('name')
    .where('id', '=', companyId)
    .where('deleted_on', '>', since)
    .where(isWhole(sql`company.id`))
    .forNoKeyUpdate()
    .executeTakeFirst()

export const lockDeletedBranch = (db: Db, companyId: string, branchId: string, since: Instant) =>
  db
    .selectFrom('branch')
    .select('name')
    .where('company_id', '=', companyId)
    .where('id', '=', branchId)
    .where('deleted_on', '>', since)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks a property that was deleted after `since`, if its branch is not deleted. */
export const lockDeletedProperty = (db: Db, companyId: string, propertyId: string, since: Instant) =>
  db
    .selectFrom('property as p')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .select('p.id')
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', propertyId)
    .where('p.deleted_on', '>', since)
    .where('b.deleted_on', 'is', null)
    .forNoKeyUpdate('p')
    .executeTakeFirst()

/** Locks a user who was deleted after `since` and not erased, if their company is not deleted. */
export const lockDeletedUser = (db: Db, userId: string, since: Instant) =>
  db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.company_id', 'u.type', 'u.first_name', 'u.last_name'])
    .where('u.id', '=', userId)
    .where('u.deleted_on', '>', since)
    .where('u.erased_on', 'is', null)
    .where('c.deleted_on', 'is', null)
    .forNoKeyUpdate('u')
    .executeTakeFirst()

type DeletedRow = {
  kind: 'company' | 'branch' | 'user' | 'property' | 'contact'
  id: string
  name: string
  company_id: string | null
  company_name: string | null
  deleted_on: string
  deleted_by: string | null
}

/** Objects deleted after `since`, latest first, except those that are restored with a deleted company or branch. */
export async function listDeletedRows(db: Db, since: Instant, { itemsPerPage, currentPage }: PageRequest) {
  const deleted = sql`
    select 'company' as kind, c.id, c.name, null::uuid as company_id, null as company_name, c.deleted_on, c.updated_by
    from company c where c.deleted_on > ${since} and ${isWhole(sql`c.id`)}
    union all
    select 'branch', b.id, b.name, c.id, c.name, b.deleted_on, b.updated_by
    from branch b join company c on c.id = b.company_id and c.deleted_on is null where b.deleted_on > ${since}
    union all
    select 'property', p.id, p.line1 || ', ' || p.postcode, c.id, c.name, p.deleted_on, p.updated_by
    from property p join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
    join company c on c.id = p.company_id and c.deleted_on is null where p.deleted_on > ${since}
    union all
    select 'contact', k.id, k.name, c.id, c.name, k.deleted_on, k.updated_by
    from company_contact k join company c on c.id = k.company_id and c.deleted_on is null where k.deleted_on > ${since}
    union all
    select 'user', u.id, u.first_name || ' ' || u.last_name, c.id, c.name, u.deleted_on, u.updated_by
    from app_user u left join company c on c.id = u.company_id where u.deleted_on > ${since} and u.erased_on is null and c.deleted_on is null`
  const { rows } = await sql<DeletedRow>`
    select d.kind, d.id, d.name, d.company_id, d.company_name, d.deleted_on, w.first_name || ' ' || w.last_name as deleted_by
    from (${deleted}) d left join app_user w on w.id = d.updated_by
    order by d.deleted_on desc, d.id limit ${itemsPerPage} offset ${itemsPerPage * currentPage}`.execute(db)
  const total = await sql<{ count: number }>`select count(*) from (${deleted}) d`.execute(db)
  return { rows, count: total.rows[0]?.count ?? 0 }
}

/** Deletes the accounts of companies that can no longer be restored, which frees their e-mail addresses. */
export const endAccountsOfCompaniesDeletedBefore = (db: Db, instant: Instant) =>
  sql`update app_user u set deleted_on = c.deleted_on from company c
      where c.id = u.company_id and c.deleted_on <= ${instant} and u.deleted_on is null`.execute(db)
