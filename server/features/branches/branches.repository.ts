import { maxPartRows, type PageRequest } from '@gya/domain/common/paging.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'
import { likePattern } from '../../db/query/like-pattern.ts'
import type { Branch } from '../../db/schema.ts'

export const findBranch = (db: Db, companyId: string, branchId: string) =>
  db
    .selectFrom('branch')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', branchId)
    .where('deleted_on', 'is', null)
    .executeTakeFirst()

/** The properties of a branch that were taken on last. */
export const listNewestProperties = (db: Db, companyId: string, branchId: string) =>
  db
    .selectFrom('property')
    .select(['id', 'line1', 'line2', 'town', 'county', 'country', 'postcode'])
    .where('company_id', '=', companyId)
    .where('branch_id', '=', branchId)
    .where('deleted_on', 'is', null)
    .orderBy('id', 'desc')
    .limit(maxPartRows)
    .execute()

/** Locks a branch against concurrent saves. */
export const lockBranch = (db: Db, companyId: string, branchId: string) =>
  db
    .selectFrom('branch')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', branchId)
    .where('deleted_on', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertBranch = (db: Db, branch: Insertable<Branch>) => db.insertInto('branch').values(branch).execute()

export const updateBranchColumns = (db: Db, companyId: string, branchId: string, columns: Updateable<Branch>) =>
  db
    .updateTable('branch')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', branchId)
    .execute()

export type BranchListQuery = {
  companyId: string
  /** The branches in the caller's scope; null for all. */
  branchIds: string[] | null
  textSearch: string | undefined
  page: PageRequest
}

export async function listBranchRows(db: Db, { companyId, branchIds, textSearch, page }: BranchListQuery) {
  const filtered = db
    .selectFrom('branch as b')
    .where('b.company_id', '=', companyId)
    .where('b.deleted_on', 'is', null)
    .$if(branchIds !== null, (query) => query.where((where) => where('b.id', '=', where.fn.any(where.val(branchIds ?? [])))))
    .$if(Boolean(textSearch), (query) => query.where('b.name', 'ilike', likePattern(textSearch ?? '')))
  const rows = await filtered
    .leftJoin('area as a', (join) => join.onRef('a.company_id', '=', 'b.company_id').onRef('a.id', '=', 'b.area_id'))
    .select(['b.area_id', 'a.name as area_name'])
    .select(['b.id', 'b.name', 'b.tel', 'b.line1', 'b.line2', 'b.town', 'b.county', 'b.country', 'b.postcode'])
    .select((select) =>
      select
        .selectFrom('property as p')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('p.company_id', '=', 'b.company_id')
        .whereRef('p.branch_id', '=', 'b.id')
        .where('p.deleted_on', 'is', null)
        .as('property_count'),
    )
    .orderBy((order) => order.fn('lower', ['b.name']))
    .orderBy('b.id')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await countRows(filtered) }
}
