import type { Id } from '@gya/domain/common/wire.ts'
import type { ViewColumnId } from '@gya/domain/features/views/views.model.ts'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { SavedView } from '../../db/schema.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'

export type ViewRow = Selectable<SavedView> & { owner_first_name: string; owner_last_name: string }

type ViewId = { companyId: Id; viewId: Id }

const viewsOf = (db: Db, companyId: string) =>
  db
    .selectFrom('saved_view as v')
    .innerJoin('app_user as o', 'o.id', 'v.owner_id')
    .leftJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'v.company_id').onRef('b.id', '=', 'v.branch_id'))
    .selectAll('v')
    .select(['o.first_name as owner_first_name', 'o.last_name as owner_last_name'])
    .where('v.company_id', '=', companyId)

/** The user's own views, and those shared with a branch in scope. */
const isVisibleTo = (caller: Caller) => {
  const branchIds = branchesInScope(caller)
  return branchIds === null
    ? sql<SqlBool>`(v.owner_id = ${caller.userId} or (v.branch_id is not null and b.deleted_on is null))`
    : sql<SqlBool>`(v.owner_id = ${caller.userId} or (v.branch_id = any(${branchIds}::uuid[]) and b.deleted_on is null))`
}

export const listViewRows = (db: Db, companyId: string, caller: Caller): Promise<ViewRow[]> =>
  viewsOf(db, companyId).where(isVisibleTo(caller)).orderBy(sql`lower(v.name)`).orderBy('v.id').execute()

/** The areas that a filter can refer to. */
export const listAreaIds = async (db: Db, companyId: string): Promise<Set<string>> =>
  new Set((await db.selectFrom('area').select('id').where('company_id', '=', companyId).execute()).map(({ id }) => id))

export const findViewRow = (db: Db, { companyId, viewId }: ViewId, caller: Caller): Promise<ViewRow | undefined> =>
  viewsOf(db, companyId).where('v.id', '=', viewId).where(isVisibleTo(caller)).executeTakeFirst()

/** Locks the view. Undefined if the caller may not see it. */
export const lockViewRow = (db: Db, { companyId, viewId }: ViewId, caller: Caller): Promise<ViewRow | undefined> =>
  viewsOf(db, companyId).where('v.id', '=', viewId).where(isVisibleTo(caller)).forUpdate('v').executeTakeFirst()

/** Counts the views of a person and of a branch, under a lock: two concurrent additions could otherwise exceed the limit. */
export async function countViews(db: Db, companyId: string, { ownerId, branchId }: { ownerId?: string; branchId?: string }) {
  const count = async (column: 'owner_id' | 'branch_id', id: string | undefined): Promise<number> => {
    if (id === undefined) return 0
    await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_view ${companyId} ${id}`}, 0))`.execute(db)
    const { count } = await db
      .selectFrom('saved_view')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('company_id', '=', companyId)
      .where(column, '=', id)
      .executeTakeFirstOrThrow()
    return count
  }
  return { ofPerson: await count('owner_id', ownerId), ofBranch: await count('branch_id', branchId) }
}

export type ViewFields = {
  name: string
  branch_id: string | null
  columns: ViewColumnId[]
  frozen: number
  filters: string
  sort: string
}

export const insertView = (db: Db, row: Insertable<SavedView>): Promise<unknown> =>
  db.insertInto('saved_view').values(row).execute()

export const updateViewRow = (
  db: Db,
  { companyId, viewId }: ViewId,
  fields: ViewFields,
  saved: { now: string; userId: string },
): Promise<unknown> =>
  db
    .updateTable('saved_view')
    .set((set) => ({ ...fields, updatedon: saved.now, updated_by: saved.userId, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', viewId)
    .execute()

export const deleteViewRow = (db: Db, { companyId, viewId }: ViewId): Promise<unknown> =>
  db.deleteFrom('saved_view').where('company_id', '=', companyId).where('id', '=', viewId).execute()

/** The ids that are branches, areas or staff of the company. */
export async function findCompanyIds(db: Db, companyId: string, ids: { branches: string[]; areas: string[]; staff: string[] }) {
  const branches = await db
    .selectFrom('branch')
    .select('id')
    .where('company_id', '=', companyId)
    .where('deleted_on', 'is', null)
    .where(sql<SqlBool>`id = any(${ids.branches}::uuid[])`)
    .execute()
  const staff = await db
    .selectFrom('app_user')
    .select('id')
    .where('company_id', '=', companyId)
    .where('type', '<>', 'VENDOR')
    .where(sql<SqlBool>`id = any(${ids.staff}::uuid[])`)
    .execute()
  const areas = await db
    .selectFrom('area')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${ids.areas}::uuid[])`)
    .execute()
  return new Set([...branches, ...areas, ...staff].map(({ id }) => id))
}

/** Null for a branch that does not exist or was deleted. */
export const findBranchName = async (db: Db, companyId: string, branchId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('branch')
      .select('name')
      .where('company_id', '=', companyId)
      .where('id', '=', branchId)
      .where('deleted_on', 'is', null)
      .executeTakeFirst()
  )?.name ?? null
