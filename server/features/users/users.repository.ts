import { reachesAllBranches } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { AppUser } from '../../db/schema.ts'
import type { Caller } from '../../http/access/caller.ts'
import { isInReach } from '../../http/access/reach.ts'

/** Locks the account of a user. Throws INVALID_SESSION if it was deleted since the session check. */
export const lockUser = (db: Db, userId: string) =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', userId)
    .where('deleted_on', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new DomainError('INVALID_SESSION'))

/** Whether another account has the e-mail address: for staff in any company, for vendors in the same company. */
export async function isEmailTaken(db: Db, person: Pick<Selectable<AppUser>, 'id' | 'type' | 'company_id'>, email: string) {
  const other = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', person.id)
    .where('deleted_on', 'is', null)
    .$if(person.type === 'VENDOR', (query) => query.where('type', '=', 'VENDOR').where('company_id', '=', person.company_id))
    .$if(person.type !== 'VENDOR', (query) => query.where('type', '!=', 'VENDOR'))
    .executeTakeFirst()
  return other !== undefined
}

/** Cancels an unconfirmed new address and its links. Returns whether there was one. */
export async function cancelPendingEmail(db: Db, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set((set) => ({ pending_email: null, version: set('version', '+', 1) }))
    .where('id', '=', userId)
    .where('pending_email', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db.deleteFrom('account_link').where('user_id', '=', userId).where('purpose', '=', 'verify').execute()
  return true
}

/**
 * Finds a staff member or vendor in the caller's scope. Platform admin: everybody. Company admin: their company. Other staff: the company's
 * administrators, people who reach one of their branches, the vendors of properties there, and themselves. Vendor: themselves.
 */
export const findUserInScope = (db: Db, caller: Caller, userId: string) =>
  db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.type', 'u.company_id', 'u.first_name', 'u.last_name', 'u.email', 'u.email_verified', 'u.pending_email'])
    .where('u.id', '=', userId)
    .where('u.deleted_on', 'is', null)
    .where('c.deleted_on', 'is', null)
    .$if(caller.type !== 'GYA_ADMIN', (query) => query.where('u.company_id', '=', caller.companyId))
    .$if(caller.type === 'VENDOR', (query) => query.where('u.id', '=', caller.userId))
    .$if(!reachesAllBranches(caller.type) && caller.type !== 'VENDOR', (query) =>
      query.where(sql<SqlBool>`(
        u.id = ${caller.userId} or u.type = 'COMPANY_ADMIN'
        or ${isInReach({ companyId: caller.companyId, branchId: sql`any(${caller.branchIds}::uuid[])` })}
        or exists (select from property p where p.company_id = ${caller.companyId} and p.owner_id = u.id and p.deleted_on is null
                   and p.branch_id = any(${caller.branchIds}::uuid[])))`),
    )
    .executeTakeFirst()

export const updateAccountColumns = (db: Db, userId: string, columns: Updateable<AppUser>) =>
  db
    .updateTable('app_user')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('id', '=', userId)
    .execute()

export const markAccountDeleted = (db: Db, userId: string, now: Instant, by: string) =>
  db.updateTable('app_user').set({ deleted_on: now, updatedon: now, updated_by: by }).where('id', '=', userId).execute()

/** Marks the digest of a day as sent. */
export const updateDigestSentOn = (db: Db, userId: string, day: string) =>
  db.updateTable('app_user').set({ digest_sent_on: day }).where('id', '=', userId).execute()
