import type { PageRequest } from '@gya/domain/common/paging.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'
import { likePattern } from '../../db/query/like-pattern.ts'
import type { Company } from '../../db/schema.ts'

/** A company with all branches, or with those in `branchIds`. */
export const findCompany = (db: Db, companyId: string, branchIds: string[] | null) =>
  db
    .selectFrom('company as c')
    .selectAll('c')
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('branch as b')
          .select(['b.id as _id', 'b.name'])
          .whereRef('b.company_id', '=', 'c.id')
          .where('b.deleted_on', 'is', null)
          .$if(branchIds !== null, (query) =>
            query.where((where) => where('b.id', '=', where.fn.any(where.val(branchIds ?? [])))),
          )
          .orderBy((order) => order.fn('lower', ['b.name']))
          .orderBy('b.id'),
      ).as('branches'),
    )
    .where('c.id', '=', companyId)
    .where('c.deleted_on', 'is', null)
    .executeTakeFirst()

/** Locks a company against concurrent saves and changes of its number of branches, which it returns. */
export async function lockCompany(db: Db, companyId: string) {
  const company = await db
    .selectFrom('company')
    .selectAll()
    .where('id', '=', companyId)
    .where('deleted_on', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // A separate statement after the lock, so that it sees what the previous holder wrote.
  return company && { ...company, branches: await countBranches(db, companyId) }
}

export const countBranches = (db: Db, companyId: string): Promise<number> =>
  countRows(db.selectFrom('branch').select('id').where('company_id', '=', companyId).where('deleted_on', 'is', null))

export const findLicences = (db: Db, companyId: string) =>
  db.selectFrom('company').select('available_licenses').where('id', '=', companyId).executeTakeFirstOrThrow()

export const insertCompany = (db: Db, company: Insertable<Company>) => db.insertInto('company').values(company).execute()

export const updateCompanyColumns = (db: Db, companyId: string, columns: Updateable<Company>) =>
  db
    .updateTable('company')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('id', '=', companyId)
    .execute()

export async function listCompanyRows(db: Db, page: PageRequest, textSearch: string | undefined) {
  const filtered = db
    .selectFrom('company as c')
    .where('c.deleted_on', 'is', null)
    .$if(Boolean(textSearch), (query) => query.where('c.name', 'ilike', likePattern(textSearch ?? '')))
  const rows = await filtered
    .select(['c.id', 'c.name', 'c.available_licenses', 'c.logo'])
    .select((select) =>
      select
        .selectFrom('branch as b')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('b.company_id', '=', 'c.id')
        .where('b.deleted_on', 'is', null)
        .as('branch_count'),
    )
    .orderBy((order) => order.fn('lower', ['c.name']))
    .orderBy('c.id')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await countRows(filtered) }
}

/** Applies a shorter idle limit to the open sessions of a company's staff. */
export const shortenSessions = (db: Db, companyId: string, idleHours: number) =>
  sql`update session s set expires_on = least(s.expires_on, s.last_on + make_interval(hours => ${idleHours}))
    from app_user u where u.id = s.user_id and u.company_id = ${companyId} and u.type <> 'VENDOR'`.execute(db)
