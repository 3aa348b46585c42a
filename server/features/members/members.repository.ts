import { companyRoles, type UserType } from '@gya/domain/access/permissions.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { memberStatuses } from '@gya/domain/features/members/members.contract.ts'
import { type Insertable, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'
import { hasWordsOf, likePattern } from '../../db/query/like-pattern.ts'
import type { AppUser } from '../../db/schema.ts'
import { branchesInReach, isInReach } from '../../http/access/reach.ts'

/** Staff e-mail addresses are unique across companies. */
export const findStaffByEmail = (db: Db, email: string) =>
  db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .where('type', '!=', 'VENDOR')
    .where('deleted_on', 'is', null)
    .executeTakeFirst()

export const insertAccount = (db: Db, account: Insertable<AppUser>) => db.insertInto('app_user').values(account).execute()

type MemberArea = { _id: string; name: string; branchIds: string[] }

/** `branchIds: null`: all branches; `unassigned`: also people without a branch. */
export type MemberScope = { branchIds: string[] | null; unassigned: boolean }
export const unrestrictedScope: MemberScope = { branchIds: null, unassigned: true }

/** The staff of a company; with null, the platform's administrators. */
const staffOf = (db: Db, companyId: string | null) =>
  db
    .selectFrom('app_user as u')
    .where('u.deleted_on', 'is', null)
    .where('u.company_id', companyId === null ? 'is' : '=', companyId)
    .where('u.type', 'in', companyId === null ? ['GYA_ADMIN'] : [...companyRoles])

/** By membership, area or all branches; company admins reach every branch. */
const reachesAny = (branchIds: readonly string[]) => sql<SqlBool>`(u.type = 'COMPANY_ADMIN' or u.all_branches
  or ${isInReach({ companyId: sql.ref('u.company_id'), branchId: sql`any(${branchIds}::uuid[])` })})`

const isWithoutBranch = sql<SqlBool>`(u.type <> 'COMPANY_ADMIN' and not u.all_branches and cardinality(${branchesInReach}) = 0)`

const isInScope = ({ branchIds, unassigned }: MemberScope) =>
  branchIds === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${reachesAny(branchIds)} or (${unassigned}::boolean and ${isWithoutBranch}))`

/** Whether the user has not chosen a password yet. */
export const awaitsPassword = ({ activated, password_reset }: { activated: boolean; password_reset: boolean }): boolean =>
  !activated || password_reset

const hasStatus: Record<(typeof memberStatuses)[number], ReturnType<typeof sql<SqlBool>>> = {
  active: sql<SqlBool>`(u.activated and not u.password_reset and u.deactivated_on is null)`,
  invited: sql<SqlBool>`((u.password_reset or not u.activated) and u.deactivated_on is null)`,
  current: sql<SqlBool>`u.deactivated_on is null`,
  deactivated: sql<SqlBool>`u.deactivated_on is not null`,
  'without-branch': isWithoutBranch,
}

export type MemberFilters = {
  /** Null for the platform's administrators. */
  companyId: string | null
  scope: MemberScope
  page: PageRequest
  textSearch?: string | undefined
  type?: UserType | undefined
  ids?: string[] | undefined
  /** Only users who reach this branch. */
  branchId?: string | undefined
  status?: (typeof memberStatuses)[number] | undefined
  /** Excludes users who reach one of these branches. */
  excludedBranchIds?: string[] | undefined
}

/**
 * Staff by name. The text search scans one company's staff, found by the index on company and type: some hundreds of short
 * rows.
 */
export async function listMemberRows(db: Db, { companyId, scope, page, ...filters }: MemberFilters) {
  const pattern = likePattern(filters.textSearch ?? '')
  const filtered = staffOf(db, companyId)
    .where(isInScope(scope))
    .$if(Boolean(filters.textSearch), (query) =>
      query.where(sql<SqlBool>`(${hasWordsOf(sql`u.search_text`, filters.textSearch ?? '')} or u.email ilike ${pattern})`),
    )
    .$if(filters.type !== undefined, (query) => query.where('u.type', '=', filters.type ?? ''))
    .$if(filters.status !== undefined, (query) => query.where(hasStatus[filters.status ?? 'active']))
    .$if(filters.ids !== undefined, (query) => query.where(sql<SqlBool>`u.id = any(${filters.ids}::uuid[])`))
    .$if(filters.branchId !== undefined, (query) => query.where(reachesAny([filters.branchId ?? ''])))
    .$if(filters.excludedBranchIds !== undefined, (query) =>
      query.where(sql<SqlBool>`not ${reachesAny(filters.excludedBranchIds ?? [])}`),
    )
  const rows = await withBranches(filtered, scope)
    .orderBy(sql`lower(u.first_name || ' ' || u.last_name)`)
    .orderBy('u.id')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await countRows(filtered) }
}

export const findMember = (db: Db, companyId: string | null, userId: string, scope: MemberScope) =>
  withBranches(staffOf(db, companyId).where('u.id', '=', userId).where(isInScope(scope)), scope).executeTakeFirst()

/** The areas of member `u` with their branches; for a narrower scope, only areas that have a branch in it. */
const areasOfMember = (branchIds: readonly string[] | null) => sql<MemberArea[]>`coalesce((
  select json_agg(json_build_object('_id', x.id, 'name', x.name, 'branchIds', x.branch_ids) order by lower(x.name)) from (
    select a.id, a.name, coalesce(array_agg(b.id order by b.id) filter (where b.id is not null), '{}') as branch_ids
    from area_member m join area a on a.company_id = m.company_id and a.id = m.area_id
      left join branch b on b.company_id = a.company_id and b.area_id = a.id and b.deleted_on is null
        and (${branchIds === null} or b.id = any(${branchIds ?? []}::uuid[]))
    where m.company_id = u.company_id and m.user_id = u.id and u.type <> 'COMPANY_ADMIN'
    group by a.company_id, a.id, a.name
    having ${branchIds === null} or count(b.id) > 0) x), '[]')`

/** The member's columns, with the branches and areas in scope. */
const withBranches = (people: ReturnType<typeof staffOf>, { branchIds }: MemberScope) =>
  people
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.tel', 'u.type', 'u.last_login', 'u.activated'])
    .leftJoin('mail as i', 'i.id', 'u.invitation_mail')
    .select(['u.email_verified', 'u.pending_email', 'u.avatar', 'u.version', 'u.password_reset'])
    .select(['u.deactivated_on', 'u.invited_on', 'i.state as invitation_state'])
    .select((select) => [
      select.and([select('u.all_branches', '=', true), select('u.type', '!=', 'COMPANY_ADMIN')]).as('all_branches'),
      areasOfMember(branchIds).as('areas'),
    ])
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('branch_member as m')
          .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'm.company_id').onRef('b.id', '=', 'm.branch_id'))
          .select(['b.id as _id', 'b.name'])
          .whereRef('m.user_id', '=', 'u.id')
          .where('u.type', '!=', 'COMPANY_ADMIN')
          .where('b.deleted_on', 'is', null)
          .$if(branchIds !== null, (query) => query.where(sql<SqlBool>`b.id = any(${branchIds}::uuid[])`))
          .orderBy(sql`lower(b.name)`)
          .orderBy('b.id'),
      ).as('branches'),
    )

/**
 * Locks all active administrators of a company (with null, of the platform) and returns their ids. A concurrent transaction that waited
 * here sees the remaining ones, so the last cannot be removed.
 */
export async function lockAdministrators(db: Db, companyId: string | null): Promise<string[]> {
  const rows = await staffOf(db, companyId)
    .select('u.id')
    .where('u.type', '=', companyId === null ? 'GYA_ADMIN' : 'COMPANY_ADMIN')
    .where('u.deactivated_on', 'is', null)
    .orderBy('u.id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks a member of staff; with null, a platform admin. */
export const lockMember = (db: Db, companyId: string | null, userId: string) =>
  staffOf(db, companyId).selectAll('u').where('u.id', '=', userId).forNoKeyUpdate().executeTakeFirst()

export const findCompanyOfBranch = (db: Db, branchId: string) =>
  db.selectFrom('branch').select('company_id').where('id', '=', branchId).where('deleted_on', 'is', null).executeTakeFirst()

type Membership = { companyId: string; branchId: string; userId: string }

/** Returns false if they were a member already. */
export async function insertMembership(db: Db, { companyId, branchId, userId }: Membership): Promise<boolean> {
  const inserted = await db
    .insertInto('branch_member')
    .values({ company_id: companyId, branch_id: branchId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return inserted.length > 0
}

/** Returns false if they were not a member. */
export async function deleteMembership(db: Db, { companyId, branchId, userId }: Membership): Promise<boolean> {
  const deleted = await db
    .deleteFrom('branch_member')
    .where('company_id', '=', companyId)
    .where('branch_id', '=', branchId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .execute()
  return deleted.length > 0
}

/** The ids that are branches of the company and not deleted. */
export async function findExistingBranches(db: Db, companyId: string, branchIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('branch')
    .select('id')
    .where('company_id', '=', companyId)
    .where('deleted_on', 'is', null)
    .where(sql<SqlBool>`id = any(${branchIds}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** The branches to which a member belongs directly, not through an area; excludes deleted ones. */
export async function findBranchIdsOf(db: Db, companyId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('branch_member as m')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'm.company_id').onRef('b.id', '=', 'm.branch_id'))
    .select('b.id')
    .where('m.company_id', '=', companyId)
    .where('m.user_id', '=', userId)
    .where('b.deleted_on', 'is', null)
    .orderBy('b.id')
    .execute()
  return rows.map(({ id }) => id)
}
