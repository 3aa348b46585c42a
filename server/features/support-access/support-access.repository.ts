import type { Instant } from '@gya/domain/common/dates.ts'
import { hoursAfter, supportRequestHours } from '@gya/domain/features/support-access/support-access.rules.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { SupportAccess } from '../../db/schema.ts'

const accesses = (db: Db) =>
  db
    .selectFrom('support_access as a')
    .innerJoin('app_user as u', 'u.id', 'a.user_id')
    .leftJoin('app_user as d', 'd.id', 'a.decided_by')
    .select(['a.company_id', 'a.id', 'a.user_id', 'a.reason', 'a.hours', 'a.asked_on', 'a.opened_on', 'a.ends_on', 'a.ended_on'])
    .select(['a.refused_on', 'u.first_name', 'u.last_name', 'u.email'])
    .select(['d.first_name as decider_first_name', 'd.last_name as decider_last_name'])

export type SupportAccessRow = Awaited<ReturnType<typeof findSupportAccess>> & {}

export const findSupportAccess = (db: Db, companyId: string, id: string) =>
  accesses(db).where('a.company_id', '=', companyId).where('a.id', '=', id).executeTakeFirst()

/** Latest first. */
export async function listSupportAccessRows(db: Db, companyId: string, page: { itemsPerPage: number; currentPage: number }) {
  const [rows, { count }] = await Promise.all([
    accesses(db)
      .where('a.company_id', '=', companyId)
      .orderBy('a.asked_on', 'desc')
      .orderBy('a.id', 'desc')
      .limit(page.itemsPerPage)
      .offset(page.itemsPerPage * page.currentPage)
      .execute(),
    db
      .selectFrom('support_access')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow(),
  ])
  return { rows, count }
}

/** Open and waiting accesses of a platform admin. */
export const listCurrentAccessesOf = (db: Db, userId: string, now: Instant) =>
  accesses(db)
    .innerJoin('company as c', 'c.id', 'a.company_id')
    .select('c.name as company')
    .where('a.user_id', '=', userId)
    .where('a.ended_on', 'is', null)
    .where('a.refused_on', 'is', null)
    .where('c.deleted_on', 'is', null)
    .where((where) =>
      where.or([
        where('a.ends_on', '>', now),
        where.and([where('a.ends_on', 'is', null), where('a.asked_on', '>', hoursAfter(now, -supportRequestHours))]),
      ]),
    )
    .orderBy('a.asked_on')
    .execute()

/** Locks the company, so that requests and decisions about it are serialized. */
export const lockApproval = (db: Db, companyId: string) =>
  db
    .selectFrom('company')
    .select(['name', 'support_approval'])
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export const readApproval = (db: Db, companyId: string) =>
  db.selectFrom('company').select(['name', 'support_approval']).where('id', '=', companyId).executeTakeFirstOrThrow()

export const setApproval = (db: Db, companyId: string, requiresApproval: boolean) =>
  db.updateTable('company').set({ support_approval: requiresApproval }).where('id', '=', companyId).execute()

export const insertSupportAccess = (db: Db, row: Insertable<SupportAccess>) =>
  db.insertInto('support_access').values(row).execute()

export const updateSupportAccess = (db: Db, companyId: string, id: string, columns: Updateable<SupportAccess>) =>
  db.updateTable('support_access').set(columns).where('company_id', '=', companyId).where('id', '=', id).execute()

/** Company admins who can sign in. */
export const listAdministrators = (db: Db, companyId: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'company_id', 'first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where('type', '=', 'COMPANY_ADMIN')
    .where('activated', '=', true)
    .where('deleted_on', 'is', null)
    .where('deactivated_on', 'is', null)
    .orderBy('id')
    .execute()
