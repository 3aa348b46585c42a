import type { Instant } from '@gya/domain/common/dates.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

type Membership = { companyId: string; branchId: string; userId: string }

/** Whether administrators have to approve colleagues of other branches. */
export const requiresJoinApproval = async (db: Db, companyId: string): Promise<boolean> =>
  (await db.selectFrom('company').select('confirm_colleagues').where('id', '=', companyId).executeTakeFirstOrThrow())
    .confirm_colleagues

/** Returns false if the request existed already. */
export async function insertJoinRequest(
  db: Db,
  { companyId, branchId, userId, id, askedBy, now }: Membership & { id: string; askedBy: string; now: Instant },
): Promise<boolean> {
  const inserted = await db
    .insertInto('join_request')
    .values({ company_id: companyId, id, branch_id: branchId, user_id: userId, asked_by: askedBy, asked_on: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return inserted.length > 0
}

export const deleteJoinRequest = (db: Db, { companyId, branchId, userId }: Membership) =>
  db
    .deleteFrom('join_request')
    .where('company_id', '=', companyId)
    .where('branch_id', '=', branchId)
    .where('user_id', '=', userId)
    .execute()

/** Pending requests, without deleted branches and accounts. */
const pendingRequests = (db: Db, companyId: string) =>
  db
    .selectFrom('join_request as r')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'r.company_id').onRef('b.id', '=', 'r.branch_id'))
    .innerJoin('app_user as u', 'u.id', 'r.user_id')
    .innerJoin('app_user as a', 'a.id', 'r.asked_by')
    .select(['r.id', 'r.user_id', 'r.branch_id', 'r.asked_by', 'r.asked_on', 'b.name as branch_name'])
    .select(['u.first_name', 'u.last_name', 'u.email', 'a.first_name as asked_first', 'a.last_name as asked_last'])
    .select(['a.email as asked_email', 'a.deleted_on as asked_deleted'])
    .where('r.company_id', '=', companyId)
    .where('b.deleted_on', 'is', null)
    .where('u.deleted_on', 'is', null)
    .where('u.deactivated_on', 'is', null)

export const listJoinRequestRows = (db: Db, companyId: string, branchIds: string[] | null) =>
  pendingRequests(db, companyId)
    .$if(branchIds !== null, (query) => query.where(sql<SqlBool>`r.branch_id = any(${branchIds}::uuid[])`))
    .orderBy('r.asked_on')
    .orderBy('r.id')
    .limit(200)
    .execute()

/** Locks a request; of two concurrent decisions the second does not find it. */
export const lockJoinRequest = (db: Db, companyId: string, id: string) =>
  pendingRequests(db, companyId).where('r.id', '=', id).forUpdate('r').executeTakeFirst()

/** The e-mail addresses of the active administrators. */
export const listAdministratorEmails = async (db: Db, companyId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('app_user')
    .select('email')
    .where('company_id', '=', companyId)
    .where('type', '=', 'COMPANY_ADMIN')
    .where('deleted_on', 'is', null)
    .where('deactivated_on', 'is', null)
    .orderBy('id')
    .limit(20)
    .execute()
  return rows.map(({ email }) => email)
}

export const findNames = (db: Db, { companyId, branchId, userId }: Membership) =>
  db
    .selectFrom('branch as b')
    .innerJoin('app_user as u', 'u.company_id', 'b.company_id')
    .select(['b.name as branch', 'u.first_name', 'u.last_name'])
    .where('b.company_id', '=', companyId)
    .where('b.id', '=', branchId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
